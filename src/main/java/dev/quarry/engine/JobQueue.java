package dev.quarry.engine;

import org.jspecify.annotations.Nullable;

/** The jobs that wait for a worker, and the rule by which the next one is chosen. Safe for use by several threads. */
interface JobQueue {

    /** Adds a job, or returns false when there is no room or the queue is closed. */
    boolean offer(Job job);

    /** The next job, waited for; null when the queue is closed and empty. */
    @Nullable
    Job take() throws InterruptedException;

    /** Takes a job out again; false when it was not waiting any more. */
    boolean remove(Job job);

    /** Jobs that wait. */
    int depth();

    /** Most jobs that may wait. */
    int capacity();

    /** When the job that has waited longest was added, on {@link System#nanoTime}'s clock; {@code now} when none waits. */
    long oldestSince(long now);

    /** Refuses new jobs; those that wait are still given out. */
    void close();
}
