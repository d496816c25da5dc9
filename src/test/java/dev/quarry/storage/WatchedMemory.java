package dev.quarry.storage;

import java.lang.foreign.MemorySegment;
import java.util.function.BooleanSupplier;

/** Memory that refuses chosen calls and notes whether a lock was held during any. */
final class WatchedMemory implements SystemMemory {

    private final SystemMemory memory;
    private volatile boolean refuseCommit;
    private volatile boolean refuseGiveBack;
    private volatile BooleanSupplier lockHeld = () -> false;
    private volatile boolean calledUnderLock;

    WatchedMemory(SystemMemory memory) {
        this.memory = memory;
    }

    /** Makes the next commit fail. */
    void refuseNextCommit() {
        refuseCommit = true;
    }

    /** Makes every giving back fail until {@link #grantAll}. */
    void refuseGiveBack() {
        refuseGiveBack = true;
    }

    /** Ends all refusals. */
    void grantAll() {
        refuseCommit = false;
        refuseGiveBack = false;
    }

    /** Notes calls during which {@code held} says true. */
    void watch(BooleanSupplier held) {
        lockHeld = held;
    }

    boolean wasCalledUnderLock() {
        return calledUnderLock;
    }

    private void noteLock() {
        if (lockHeld.getAsBoolean()) {
            calledUnderLock = true;
        }
    }

    @Override
    public StorageSettings.Provider provider() {
        return memory.provider();
    }

    @Override
    public MemorySegment segment() {
        return memory.segment();
    }

    @Override
    public boolean commit(long offset, long bytes) {
        noteLock();
        if (refuseCommit) {
            refuseCommit = false;
            return false;
        }
        return memory.commit(offset, bytes);
    }

    @Override
    public boolean giveBack(long offset, long bytes) {
        noteLock();
        return !refuseGiveBack && memory.giveBack(offset, bytes);
    }

    @Override
    public long committedBytes() {
        return memory.committedBytes();
    }

    @Override
    public boolean hasSpareAddresses() {
        return memory.hasSpareAddresses();
    }

    @Override
    public AddressSpace addresses() {
        return memory.addresses();
    }

    @Override
    public boolean isDivisible() {
        return memory.isDivisible();
    }

    @Override
    public void close() {
        memory.close();
    }
}
