package dev.quarry.engine;

/** The two kinds of worker threads. */
enum WorkerKind {
    /** Takes small jobs, guests, and large jobs that have waited long. */
    NORMAL,
    /** Takes large jobs, at a priority that it can never raise again. */
    BACKGROUND
}
