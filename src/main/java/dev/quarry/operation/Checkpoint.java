package dev.quarry.operation;

/** Called between row bands of a step: the place where a job whose time is up or whose client has gone stops. */
@FunctionalInterface
public interface Checkpoint {

    /** Returns when the work may go on, else throws the refusal that ends the job. */
    void check();

    /** A checkpoint that never stops the work. */
    static Checkpoint none() {
        return () -> {};
    }
}
