package dev.quarry.storage;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Memory of the C library, each block from a call of its own, so that tools which watch {@code malloc} and {@code free} see
 * every block. The segment is the whole address space, so that an offset in it is an address.
 */
final class MallocMemory implements SystemMemory, AddressSpace {

    private final CLibraryMemory library;
    private final long mostBytes;
    private final Arena arena = Arena.ofShared();
    private final MemorySegment segment = MemorySegment.NULL.reinterpret(Long.MAX_VALUE, arena, null);
    private final ConcurrentHashMap<Long, Long> taken = new ConcurrentHashMap<>();
    private final AtomicLong takenBytes = new AtomicLong();

    private MallocMemory(CLibraryMemory library, long mostBytes) {
        this.library = library;
        this.mostBytes = mostBytes;
    }

    /**
     * Memory of at most {@code budgetBytes}.
     *
     * @throws UnavailableException when the C library cannot be called, with the reason
     */
    static MallocMemory open(long budgetBytes) throws UnavailableException {
        return new MallocMemory(CLibraryMemory.load(), budgetBytes);
    }

    @Override
    public StorageSettings.Provider provider() {
        return StorageSettings.Provider.MALLOC;
    }

    @Override
    public MemorySegment segment() {
        return segment;
    }

    @Override
    public AddressSpace addresses() {
        return this;
    }

    @Override
    public long allocate(long bytes) {
        if (bytes > mostBytes - takenBytes.getAndAdd(bytes)) {
            takenBytes.getAndAdd(-bytes);
            return -1;
        }
        long address = library.allocate(SizeClasses.PAGE_BYTES, bytes);
        if (address == 0) {
            takenBytes.getAndAdd(-bytes);
            return -1;
        }
        taken.put(address, bytes);
        return address;
    }

    @Override
    public void free(long offset, long bytes) {
        if (!taken.remove(offset, bytes)) {
            throw new IllegalArgumentException("no block of " + bytes + " bytes at " + offset);
        }
        library.free(offset);
        takenBytes.getAndAdd(-bytes);
    }

    @Override
    public long largestFreeBytes() {
        return freeBytes();
    }

    @Override
    public long freeBytes() {
        return Math.max(0, mostBytes - takenBytes.get());
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
        return takenBytes.get();
    }

    @Override
    public boolean hasSpareAddresses() {
        return false;
    }

    @Override
    public boolean commitsZeros() {
        return false;
    }

    @Override
    public boolean isDivisible() {
        return false;
    }

    @Override
    public void close() {
        arena.close();
        taken.forEach(this::free);
    }
}
