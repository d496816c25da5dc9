package dev.quarry.storage;

/**
 * Who gets a share of the budget, and in which order: first come, first served. Only what other scopes reserved is waited for;
 * idle blocks make way when the share is used.
 */
final class Reservations {

    private final MemoryLedger ledger;
    private final WaitQueue queue = new WaitQueue();

    Reservations(MemoryLedger ledger) {
        this.ledger = ledger;
    }

    /** How many had to wait so far. */
    long waits() {
        return queue.waits();
    }

    /** How long they waited in all. */
    long waitNanos() {
        return queue.waitNanos();
    }

    /** How many wait now. */
    int waiting() {
        return queue.waiting();
    }

    /** Reserves at once or not at all, and not before those who wait. */
    boolean tryReserve(long bytes) {
        return queue.waiting() == 0 && !queue.isClosed() && ledger.tryReserve(bytes);
    }

    /** More for a scope that is at work, past those who wait: its end is what they wait for. */
    boolean tryTopUp(long bytes) {
        return ledger.tryReserve(bytes);
    }

    /**
     * Reserves, waiting until the deadline.
     *
     * @return false when the deadline passed or the storage was closed, and at once for more than the budget
     */
    boolean reserve(long bytes, long deadlineNanos) throws InterruptedException {
        return tryReserve(bytes)
                || bytes <= ledger.budgetBytes()
                        && queue.await(bytes + " bytes", deadlineNanos, () -> ledger.tryReserve(bytes));
    }

    /** Takes a reservation back and lets the first waiter look again. */
    void release(long bytes) {
        ledger.unreserve(bytes);
        queue.wakeFirst();
    }

    /** Sends all waiters away; nothing can be reserved afterwards. */
    void close() {
        queue.close();
    }
}
