package dev.quarry.pipeline;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What a request may ask for, and how it is planned.
 *
 * @param maxSteps Most steps of one request, 1 to 1,000.
 * @param maxJsonDepth Deepest nesting of the {@code pipeline} part, 4 to 64.
 * @param reducingGap How many times larger than the resize needs it a JPEG must still be after decoding at reduced size,
 *     1.0 to 8.0. Lower values decode less; higher values come nearer to a full decode: at 1.0 the picture is 37 to 43 dB
 *     from one, at 1.5 43 to 47 dB, at 2.0 47 to 51 dB.
 * @param weightsCacheBytes Memory for resampling weights that are used again, in bytes.
 */
@ConfigurationProperties("quarry.pipeline")
public record PipelineSettings(
        @DefaultValue("32") int maxSteps,
        @DefaultValue("8") int maxJsonDepth,
        @DefaultValue("1.4") double reducingGap,
        @DefaultValue("4194304") long weightsCacheBytes) {

    private static final int MOST_STEPS = 1_000;
    private static final int LEAST_DEPTH = 4;
    private static final int GREATEST_DEPTH = 64;
    private static final double GREATEST_GAP = 8;

    /** Checks the ranges. */
    public PipelineSettings {
        check("max-steps", maxSteps, 1, MOST_STEPS);
        check("max-json-depth", maxJsonDepth, LEAST_DEPTH, GREATEST_DEPTH);
        check("reducing-gap", reducingGap, 1, GREATEST_GAP);
        check("weights-cache-bytes", weightsCacheBytes, 0, Integer.MAX_VALUE);
    }

    private static void check(String name, double value, double least, double most) {
        // A comparison that NaN fails too.
        if (!(value >= least && value <= most)) {
            throw new IllegalArgumentException(
                    "quarry.pipeline.%s is %s; allowed are %s to %s".formatted(name, value, least, most));
        }
    }

    /** Every setting at its default. */
    public static PipelineSettings defaults() {
        return new PipelineSettings(32, 8, 1.4, 4_194_304);
    }
}
