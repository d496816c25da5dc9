package dev.quarry.pipeline;

/** Told how long each part of a run took. */
public interface StageListener {

    /** A listener that keeps nothing. */
    static StageListener none() {
        return new StageListener() {
            @Override
            public void decoded(long nanos) {}

            @Override
            public void stepped(String label, long nanos) {}

            @Override
            public void encoded(long nanos) {}
        };
    }

    /** Decoding took {@code nanos}. */
    void decoded(long nanos);

    /** The step with this label took {@code nanos}. */
    void stepped(String label, long nanos);

    /** Something was ignored that the plan could not foresee; {@code sentence} is for the {@code Warning} header. */
    default void warned(String sentence) {}

    /** Encoding took {@code nanos}. */
    void encoded(long nanos);
}
