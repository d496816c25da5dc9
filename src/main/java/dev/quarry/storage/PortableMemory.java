package dev.quarry.storage;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** A range that the JDK allocates, zero-filled and so committed as a whole; it cannot give a part of it back. */
final class PortableMemory implements SystemMemory {

    private final Arena arena = Arena.ofShared();
    private final MemorySegment segment;
    private final AddressSpace addresses;

    PortableMemory(long bytes) {
        segment = arena.allocate(bytes, SizeClasses.PAGE_BYTES);
        addresses = new ExtentAllocator(bytes);
    }

    @Override
    public StorageSettings.Provider provider() {
        return StorageSettings.Provider.PORTABLE;
    }

    @Override
    public MemorySegment segment() {
        return segment;
    }

    @Override
    public boolean commit(long offset, long bytes) {
        return true;
    }

    @Override
    public boolean giveBack(long offset, long bytes) {
        return true;
    }

    @Override
    public long committedBytes() {
        return segment.byteSize();
    }

    @Override
    public boolean hasSpareAddresses() {
        return false;
    }

    @Override
    public AddressSpace addresses() {
        return addresses;
    }

    @Override
    public boolean commitsZeros() {
        return false;
    }

    @Override
    public boolean isDivisible() {
        return true;
    }

    @Override
    public void close() {
        arena.close();
    }
}
