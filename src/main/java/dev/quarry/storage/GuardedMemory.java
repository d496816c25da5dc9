package dev.quarry.storage;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.quarry.storage.StorageFault.Guard;
import java.lang.foreign.MemorySegment;
import java.util.HexFormat;

/**
 * Memory whose parts say by their content what they are for: {@code [guard][bytes in use][guard]}, or all of it released.
 * The guard after takes whatever the size class leaves over.
 */
final class GuardedMemory {

    /** What guards are filled with. */
    static final byte GUARD = (byte) 0xFD;

    /** What memory is filled with that was just handed out. */
    static final byte FRESH = (byte) 0xCD;

    /** What memory is filled with that nobody holds. */
    static final byte RELEASED = (byte) 0xDD;

    private static final int MOST_SHOWN = 64;
    private static final int MOST_CONTENT_SHOWN = 16;
    private static final HexFormat HEX = HexFormat.ofDelimiter(" ");

    private final MemorySegment memory;
    private final int guardBytes;

    GuardedMemory(MemorySegment memory, int guardBytes) {
        this.memory = memory;
        this.guardBytes = guardBytes;
    }

    /**
     * Part of the segment.
     *
     * @param offset where it starts, guards included
     * @param bytes its size, guards included
     * @param usedBytes the part between the guards
     */
    record Extent(long offset, long bytes, long usedBytes) {}

    /** Whether the segment is still there. */
    boolean isAccessible() {
        return memory.scope().isAlive();
    }

    /** The least that lies before and after the bytes in use; 0 when nothing is guarded. */
    int guardBytes() {
        return guardBytes;
    }

    /** Marks all of it. */
    void arm(Extent extent) {
        fill(extent.offset(), guardBytes, GUARD);
        fill(extent.offset() + guardBytes, extent.usedBytes(), FRESH);
        armEnd(extent);
    }

    /** Marks the guard after it only. */
    void armEnd(Extent extent) {
        fill(endOf(extent), bytesAfter(extent), GUARD);
    }

    /** Marks bytes as just handed out. */
    void freshen(long offset, long bytes) {
        fill(offset, bytes, FRESH);
    }

    /** Marks all of it as released. */
    void disarm(long offset, long bytes) {
        fill(offset, bytes, RELEASED);
    }

    private void fill(long offset, long bytes, byte value) {
        memory.asSlice(offset, bytes).fill(value);
    }

    /** Index of the first byte of the guard before it that was changed; −1 when none was. */
    long damageBefore(Extent extent) {
        return firstOther(extent.offset(), guardBytes, GUARD);
    }

    /** Index of the first byte of the guard after it that was changed; −1 when none was. */
    long damageAfter(Extent extent) {
        return firstOther(endOf(extent), bytesAfter(extent), GUARD);
    }

    /** Index of the first byte that was changed since all of it was marked as released; −1 when none was. */
    long damageOfReleased(long offset, long bytes) {
        return firstOther(offset, bytes, RELEASED);
    }

    private long firstOther(long offset, long bytes, byte value) {
        if (bytes == 0) {
            return -1;
        }
        MemorySegment part = memory.asSlice(offset, bytes);
        if (part.get(JAVA_BYTE, 0) != value) {
            return 0;
        }
        // Each byte equals the one before it: one comparison of the memory with itself, as fast as memory is read.
        long before = MemorySegment.mismatch(part, 0, bytes - 1, part, 1, bytes);
        return before < 0 ? -1 : before + 1;
    }

    /** The guard before it, for a report. */
    Guard before(Extent extent) {
        return guard(extent.offset(), guardBytes, damageBefore(extent));
    }

    /** The guard after it, for a report. */
    Guard after(Extent extent) {
        return guard(endOf(extent), bytesAfter(extent), damageAfter(extent));
    }

    private Guard guard(long offset, long bytes, long damage) {
        long from = Math.max(0, Math.min(damage / 16 * 16, bytes - MOST_SHOWN));
        return new Guard(bytes, damage, from, hex(offset + from, Math.min(MOST_SHOWN, bytes - from)));
    }

    /** The first bytes of a part, at most 16, in hexadecimal. */
    String first(long offset, long bytes) {
        return hex(offset, Math.min(MOST_CONTENT_SHOWN, bytes));
    }

    /** The last bytes of a part, at most 16, in hexadecimal. */
    String last(long offset, long bytes) {
        long shown = Math.min(MOST_CONTENT_SHOWN, bytes);
        return hex(offset + bytes - shown, shown);
    }

    private String hex(long offset, long bytes) {
        return HEX.formatHex(memory.asSlice(offset, bytes).toArray(JAVA_BYTE));
    }

    private long endOf(Extent extent) {
        return extent.offset() + guardBytes + extent.usedBytes();
    }

    private long bytesAfter(Extent extent) {
        return extent.bytes() - guardBytes - extent.usedBytes();
    }
}
