package dev.quarry.engine;

/** On whose account a job runs. */
enum WorkPlace {
    /** One of the places that there are workers for. */
    WORKER,
    /** A further one, for a small job while large ones hold all of those. */
    RESERVE,
    /** A further one, for a job of a client that has none while another client's jobs, or much dearer ones, hold all of those. */
    GUEST
}
