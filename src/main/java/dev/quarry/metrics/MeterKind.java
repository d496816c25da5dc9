package dev.quarry.metrics;

/** What a meter measures. */
public enum MeterKind {
    /** A value that rises and falls. */
    GAUGE("gauge"),
    /** A number of events since the start. */
    COUNTER("counter"),
    /** Durations: how many and how long. */
    TIMER("timer"),
    /** Durations, with buckets for percentiles. */
    HISTOGRAM("timer with buckets"),
    /** Sizes: how many and how large. */
    SUMMARY("summary");

    private final String label;

    MeterKind(String label) {
        this.label = label;
    }

    /** The word in the documentation. */
    public String label() {
        return label;
    }
}
