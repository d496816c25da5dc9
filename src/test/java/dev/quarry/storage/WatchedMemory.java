package dev.quarry.storage;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/** Memory that refuses chosen calls and notes whether a lock was held during any. */
final class WatchedMemory implements SystemMemory, AddressSpace {

    private final SystemMemory memory;
    private final AtomicLong calls = new AtomicLong();
    private volatile boolean refuseCommit;
    private volatile boolean refuseGiveBack;
    private volatile long firstRefused = Long.MAX_VALUE;
    private volatile long lastRefused = Long.MAX_VALUE;
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

    /** Makes the calls from number {@code first} to {@code last} fail, of whatever kind. */
    void refuseCalls(long first, long last) {
        firstRefused = first;
        lastRefused = last;
    }

    /** How many calls there were. */
    long calls() {
        return calls.get();
    }

    /** Ends all refusals. */
    void grantAll() {
        refuseCommit = false;
        refuseGiveBack = false;
        firstRefused = Long.MAX_VALUE;
    }

    /** Notes calls during which {@code held} says true. */
    void watch(BooleanSupplier held) {
        lockHeld = held;
    }

    boolean wasCalledUnderLock() {
        return calledUnderLock;
    }

    /** Counts a call; true when it is to fail. */
    private boolean refuses() {
        if (lockHeld.getAsBoolean()) {
            calledUnderLock = true;
        }
        long call = calls.incrementAndGet();
        return call >= firstRefused && call <= lastRefused;
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
        boolean refused = refuses() || refuseCommit;
        refuseCommit = false;
        return !refused && memory.commit(offset, bytes);
    }

    @Override
    public boolean giveBack(long offset, long bytes) {
        return !refuses() && !refuseGiveBack && memory.giveBack(offset, bytes);
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
        return this;
    }

    @Override
    public long allocate(long bytes) {
        return refuses() ? -1 : memory.addresses().allocate(bytes);
    }

    @Override
    public void free(long offset, long bytes) {
        memory.addresses().free(offset, bytes);
    }

    @Override
    public long largestFreeBytes() {
        return memory.addresses().largestFreeBytes();
    }

    @Override
    public long freeBytes() {
        return memory.addresses().freeBytes();
    }

    @Override
    public boolean commitsZeros() {
        return memory.commitsZeros();
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
