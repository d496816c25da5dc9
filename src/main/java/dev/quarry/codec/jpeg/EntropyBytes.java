package dev.quarry.codec.jpeg;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The entropy-coded bytes of a scan, up to its next marker, in a window that moves over them, without the zeros that are
 * stuffed after each 0xFF. After the last byte zeros follow, as many as a whole MCU can take.
 */
final class EntropyBytes {

    /** Bytes that an MCU can take: ten blocks of coefficients of 16 bits of code and 15 of value, and those looked at ahead. */
    static final int MCU_BYTES = 10 * 64 * 31 / 8 + 2 * Long.BYTES;

    private static final int WINDOW_BYTES = 32 << 10;
    private static final int SLACK_BYTES = MCU_BYTES + 2 * Long.BYTES;
    private static final int MARK = 0xFF;
    private static final int NO_MARKER = 0;
    private static final long EACH_BYTE = 0x0101010101010101L;
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfLong SOURCE_LONGS =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private final MemorySegment source;
    private final byte[] window = new byte[WINDOW_BYTES + SLACK_BYTES];
    private long position;
    private int limit;
    private boolean complete;
    private int marker = NO_MARKER;

    /** The bytes of {@code source} from {@code position} on. */
    EntropyBytes(MemorySegment source, long position) {
        this.source = source;
        this.position = position;
    }

    /** The window; readers may look at up to 8 bytes after those that they take. */
    byte[] window() {
        return window;
    }

    /** How many bytes of the window are there. */
    int limit() {
        return limit;
    }

    /** Whether the window ends where the bytes end. */
    boolean isComplete() {
        return complete;
    }

    /** The code of the marker after the last byte, 0 where the file ends without one. */
    int marker() {
        return marker;
    }

    /** Moves the bytes from {@code from} on to the window's beginning and fills it. */
    void move(int from) {
        int kept = limit - from;
        System.arraycopy(window, from, window, 0, kept);
        limit = kept;
        copy();
        if (complete) {
            Arrays.fill(window, limit, Math.min(window.length, limit + SLACK_BYTES), (byte) 0);
        }
    }

    /** Goes on after the marker, with an empty window. */
    void passMarker() {
        position += 2;
        limit = 0;
        complete = false;
        marker = NO_MARKER;
    }

    private void copy() {
        while (limit <= WINDOW_BYTES - Long.BYTES && position <= source.byteSize() - Long.BYTES && !complete) {
            long eight = source.get(SOURCE_LONGS, position);
            // Whether one of them is 0xFF: then the complement has a zero byte.
            if ((~eight - EACH_BYTE & eight & EACH_BYTE << 7) == 0) {
                LONGS.set(window, limit, eight);
                position += Long.BYTES;
                limit += Long.BYTES;
            } else {
                copyOneByOne(Long.BYTES);
            }
        }
        if (!complete && position > source.byteSize() - Long.BYTES) {
            copyOneByOne(WINDOW_BYTES - limit);
        }
    }

    private void copyOneByOne(int count) {
        for (int i = 0; i < count; i++) {
            if (position >= source.byteSize()) {
                complete = true;
                return;
            }
            byte next = source.get(ValueLayout.JAVA_BYTE, position);
            if (next == (byte) MARK) {
                int second = position + 1 < source.byteSize()
                        ? Byte.toUnsignedInt(source.get(ValueLayout.JAVA_BYTE, position + 1))
                        : MARK;
                if (second != 0) {
                    marker = second;
                    complete = true;
                    return;
                }
                position++;
            }
            position++;
            window[limit++] = next;
        }
    }
}
