package dev.quarry.storage;

/**
 * How the lock of an arena was fought for, since the start.
 *
 * @param acquisitions how often it was taken
 * @param contended how often it was found busy
 * @param waitNanos time spent waiting for it
 * @param maxWaitNanos the longest wait
 * @param ownerSwitches how often it was taken by another thread than the time before
 */
public record LockStats(long acquisitions, long contended, long waitNanos, long maxWaitNanos, long ownerSwitches) {

    /** This lock and another together. */
    LockStats plus(LockStats other) {
        return new LockStats(
                acquisitions + other.acquisitions,
                contended + other.contended,
                waitNanos + other.waitNanos,
                Math.max(maxWaitNanos, other.maxWaitNanos),
                ownerSwitches + other.ownerSwitches);
    }

    /** The same with counts that begin at {@code start}, an earlier picture of the same lock. */
    LockStats since(LockStats start) {
        return new LockStats(
                acquisitions - start.acquisitions,
                contended - start.contended,
                waitNanos - start.waitNanos,
                maxWaitNanos,
                ownerSwitches - start.ownerSwitches);
    }
}
