package dev.quarry.storage;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicLong;

/** A range that the kernel only reserved: a page is committed by its first touch and can be given back. */
final class MmapMemory implements SystemMemory {

    // Addresses are free, and growing buffers hold far more of them than bytes.
    private static final long AMPLE_BYTES = 64L << 30;
    private static final int LEAST_MULTIPLE = 8;

    private final LinuxMemory system;
    private final Arena arena = Arena.ofShared();
    private final MemorySegment segment;
    private final AddressSpace addresses;
    private final AtomicLong committed = new AtomicLong();

    private MmapMemory(LinuxMemory system, MemorySegment range, boolean hugePages) {
        this.system = system;
        this.segment = range.reinterpret(arena, system::unmap);
        addresses = new ExtentAllocator(range.byteSize());
        // A huge page would be charged in full to whoever touches its first byte, which no ledger of blocks can follow.
        system.advise(range, hugePages ? LinuxMemory.ADVICE_HUGE_PAGES : LinuxMemory.ADVICE_SMALL_PAGES);
    }

    /**
     * Reserves at least eight times {@code budgetBytes} of addresses.
     *
     * @throws UnavailableException when this system cannot do that, with the reason
     */
    static MmapMemory open(long budgetBytes, boolean hugePages) throws UnavailableException {
        LinuxMemory system = LinuxMemory.load();
        long least = Math.multiplyExact(budgetBytes, LEAST_MULTIPLE);
        for (long bytes = Math.max(least, AMPLE_BYTES); ; bytes = Math.max(least, bytes / 2)) {
            LinuxMemory.Mapping mapping = system.reserve(bytes);
            if (mapping.error() == 0) {
                return new MmapMemory(system, mapping.range(), hugePages);
            }
            if (bytes == least) {
                throw new UnavailableException("mmap of " + bytes + " bytes failed with error " + mapping.error());
            }
        }
    }

    @Override
    public StorageSettings.Provider provider() {
        return StorageSettings.Provider.MMAP;
    }

    @Override
    public MemorySegment segment() {
        return segment;
    }

    @Override
    public boolean commit(long offset, long bytes) {
        committed.addAndGet(bytes);
        return true;
    }

    @Override
    public boolean giveBack(long offset, long bytes) {
        if (system.advise(segment.asSlice(offset, bytes), LinuxMemory.ADVICE_FORGET) != 0) {
            return false;
        }
        committed.addAndGet(-bytes);
        return true;
    }

    @Override
    public long committedBytes() {
        return committed.get();
    }

    @Override
    public boolean hasSpareAddresses() {
        return true;
    }

    @Override
    public AddressSpace addresses() {
        return addresses;
    }

    @Override
    public boolean commitsZeros() {
        return true;
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
