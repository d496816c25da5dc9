package dev.quarry.engine;

/** The two kinds of worker threads. */
enum WorkerKind {
    /** Takes small jobs, guests, and jobs that have waited long. */
    NORMAL,
    /** Takes large jobs, and those of clients that have many waiting, at a priority that it can never raise again. */
    BACKGROUND
}
