package dev.quarry.codec.jpeg;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Reads blocks of Huffman-coded coefficients (T.81, F.2.2), and keeps the lowest of them only.
 *
 * <p>The hot loops are written out, with the state in local variables, and look at eight bytes at once: a refill leaves 56
 * bits or more, enough for four looks of 12 bits.
 */
final class BlockReader {

    /** Where the places begin in the memory of {@link #block}. */
    static final int PLACES = 1 << HuffmanCode.VALUE_BITS;

    /** Where the coefficients begin there. */
    static final int BLOCKS = PLACES + 64;

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final int LAST = 63;
    private static final int DONE = 64;
    private static final int LENGTH_MASK = (1 << HuffmanCode.LENGTH_BITS) - 1;
    private static final int VALUE_SHIFT = Long.SIZE - HuffmanCode.VALUE_BITS;
    private static final int SKIP_SHIFT = Long.SIZE - HuffmanCode.SKIP_BITS;
    private static final int FIRST_RESTART = 0xD0;
    private static final int END_OF_IMAGE = 0xD9;

    private final EntropyBytes bytes;
    private final byte[] window;
    private int position;
    // The next bits, left-aligned, and how many of them count; the bits after these are those of the byte at the
    // position,
    // or zero.
    private long bits;
    private int count;
    private boolean damaged;

    /** A reader at the beginning of {@code bytes}. */
    BlockReader(EntropyBytes bytes) {
        this.bytes = bytes;
        this.window = bytes.window();
        bytes.move(0);
    }

    /** Whether something was read that no sound file has; what came after it means nothing. */
    boolean isDamaged() {
        return damaged;
    }

    /** Makes sure that a whole MCU can be read. */
    void prepare() {
        if (position <= bytes.limit() - EntropyBytes.MCU_BYTES) {
            return;
        }
        if (!bytes.isComplete()) {
            bytes.move(position);
            position = 0;
        } else if (position > bytes.limit() + Long.BYTES) {
            damaged = true;
            position = bytes.limit();
        }
    }

    /** Passes the restart marker of this number, at which the bytes must end. */
    void restart(int number) {
        damaged |= !isAtEnd() || bytes.marker() != FIRST_RESTART + number;
        bytes.passMarker();
        bytes.move(0);
        position = 0;
        bits = 0;
        count = 0;
    }

    /** Whether all bytes were read, no more, and the image's end marker follows. */
    boolean isAtImageEnd() {
        return isAtEnd() && bytes.marker() == END_OF_IMAGE;
    }

    private boolean isAtEnd() {
        if (!bytes.isComplete()) {
            bytes.move(position);
            position = 0;
        }
        long unread = 8L * (bytes.limit() - position) + count;
        return bytes.isComplete() && unread >= 0 && unread < Byte.SIZE;
    }

    private void refill() {
        bits |= (long) LONGS.get(window, position) >>> count;
        position += Long.SIZE - 1 - count >>> 3;
        count |= Long.SIZE - Byte.SIZE;
    }

    private int difference(HuffmanCode code) {
        refill();
        int symbol = code.symbol(bits);
        if (symbol < 0) {
            damaged = true;
            return 0;
        }
        take(symbol >> 8);
        return value(symbol & 15);
    }

    private void take(int length) {
        bits <<= length;
        count -= length;
    }

    private int value(int size) {
        if (size == 0) {
            return 0;
        }
        int raw = (int) (bits >>> Long.SIZE - size);
        take(size);
        return HuffmanCode.extended(raw, size);
    }

    /**
     * Reads a block; gives its mean.
     *
     * @param means the code of the difference to the mean of the block before
     * @param others the code of the other coefficients
     * @param memory {@link HuffmanCode#values} of {@code others}; then for each coefficient in the order of the file where it
     *     goes, times 65536, plus its quantiser; then the coefficients: one array, because a loop over more has too few registers
     * @param lastKept the last one, in the order of the file, that matters
     * @param at where in {@code memory} this block's begin
     * @param before the mean of the block before
     */
    @SuppressWarnings("ArrayMethodParameter")
    int block(HuffmanCode means, HuffmanCode others, int[] memory, int lastKept, int at, int before) {
        byte[] data = window;
        int next = position;
        long hold = bits;
        int held = count;
        hold |= (long) LONGS.get(data, next) >>> held;
        next += Long.SIZE - 1 - held >>> 3;
        held |= Long.SIZE - Byte.SIZE;
        int entry = means.values()[(int) (hold >>> VALUE_SHIFT)];
        int mean = before + (entry >> 16);
        if ((entry >>> 8 & 255) == HuffmanCode.LONG) {
            save(next, hold, held);
            mean = before + difference(means);
            next = position;
            hold = bits;
            held = count;
        } else {
            hold <<= entry;
            held = held - entry & LENGTH_MASK;
        }
        memory[at] = mean * (memory[PLACES] & 0xFFFF);
        save(next, hold, held);
        int last = 0;
        while (last < lastKept) {
            last = values(others, memory, lastKept, at, last);
        }
        while (last < LAST) {
            last = skip(others, last);
        }
        return mean;
    }

    /** Keeps coefficients after {@code last}; gives the last one that was read. */
    private int values(HuffmanCode code, int[] memory, int lastKept, int at, int last) {
        int next = position;
        long hold = bits;
        int held = count;
        int k = last;
        int entry;
        while (true) {
            hold |= (long) LONGS.get(window, next) >>> held;
            next += Long.SIZE - 1 - held >>> 3;
            held |= Long.SIZE - Byte.SIZE;
            int place;
            entry = memory[(int) (hold >>> VALUE_SHIFT)];
            k += entry >>> 8 & 255;
            if (k > lastKept) {
                break;
            }
            place = memory[PLACES + k];
            memory[at + (place >>> 16)] = (entry >> 16) * (place & 0xFFFF);
            // Only the lowest bits of the entry count in a shift; those of the difference are cut below.
            hold <<= entry;
            held -= entry;
            entry = memory[(int) (hold >>> VALUE_SHIFT)];
            k += entry >>> 8 & 255;
            if (k > lastKept) {
                break;
            }
            place = memory[PLACES + k];
            memory[at + (place >>> 16)] = (entry >> 16) * (place & 0xFFFF);
            hold <<= entry;
            held -= entry;
            entry = memory[(int) (hold >>> VALUE_SHIFT)];
            k += entry >>> 8 & 255;
            if (k > lastKept) {
                break;
            }
            place = memory[PLACES + k];
            memory[at + (place >>> 16)] = (entry >> 16) * (place & 0xFFFF);
            hold <<= entry;
            held -= entry;
            entry = memory[(int) (hold >>> VALUE_SHIFT)];
            k += entry >>> 8 & 255;
            if (k > lastKept) {
                break;
            }
            place = memory[PLACES + k];
            memory[at + (place >>> 16)] = (entry >> 16) * (place & 0xFFFF);
            hold <<= entry;
            held = held - entry & LENGTH_MASK;
        }
        save(next, hold, held & LENGTH_MASK);
        int passed = entry >>> 8 & 255;
        if (passed == HuffmanCode.LONG) {
            return longValue(code, memory, at, k - passed);
        }
        take(entry & LENGTH_MASK);
        damaged |= k > LAST && passed != HuffmanCode.END;
        return k;
    }

    /** Passes over coefficients after {@code last}; gives the last one that was read. */
    private int skip(HuffmanCode code, int last) {
        char[] table = code.skips();
        int next = position;
        long hold = bits;
        int held = count;
        int k = last;
        int entry;
        int sum;
        while (true) {
            hold |= (long) LONGS.get(window, next) >>> held;
            next += Long.SIZE - 1 - held >>> 3;
            held |= Long.SIZE - Byte.SIZE;
            entry = table[(int) (hold >>> SKIP_SHIFT)];
            sum = k + (entry >>> HuffmanCode.LENGTH_BITS);
            if (sum >= LAST) {
                break;
            }
            k = sum;
            hold <<= entry;
            held -= entry;
            entry = table[(int) (hold >>> SKIP_SHIFT)];
            sum = k + (entry >>> HuffmanCode.LENGTH_BITS);
            if (sum >= LAST) {
                break;
            }
            k = sum;
            hold <<= entry;
            held -= entry;
            entry = table[(int) (hold >>> SKIP_SHIFT)];
            sum = k + (entry >>> HuffmanCode.LENGTH_BITS);
            if (sum >= LAST) {
                break;
            }
            k = sum;
            hold <<= entry;
            held -= entry;
            entry = table[(int) (hold >>> SKIP_SHIFT)];
            sum = k + (entry >>> HuffmanCode.LENGTH_BITS);
            if (sum >= LAST) {
                break;
            }
            k = sum;
            hold <<= entry;
            held = held - entry & LENGTH_MASK;
        }
        save(next, hold, held & LENGTH_MASK);
        // The block's end in these bits counts only where the coefficients before it did not end the block already.
        if (sum == LAST || sum >= HuffmanCode.SKIP_END && sum < HuffmanCode.SKIP_END + LAST) {
            take(entry & LENGTH_MASK);
            return DONE;
        }
        return skipOne(code, k);
    }

    private void save(int next, long hold, int held) {
        position = next;
        bits = hold;
        count = held;
    }

    /** One coefficient after {@code last} whose bits are more than one look shows. */
    private int longValue(HuffmanCode code, int[] memory, int at, int last) {
        refill();
        int symbol = code.symbol(bits);
        if (symbol < 0) {
            damaged = true;
            return DONE;
        }
        take(symbol >> 8);
        int size = symbol & 15;
        int run = symbol >> 4 & 15;
        if (size == 0 && run < 15) {
            return DONE;
        }
        int k = last + run + 1;
        int value = value(size);
        if (k > LAST) {
            damaged = true;
            return DONE;
        }
        int place = memory[PLACES + k];
        memory[at + (place >>> 16)] = value * (place & 0xFFFF);
        return k;
    }

    private int skipOne(HuffmanCode code, int last) {
        refill();
        int symbol = code.symbol(bits);
        if (symbol < 0) {
            damaged = true;
            return DONE;
        }
        int size = symbol & 15;
        int run = symbol >> 4 & 15;
        take((symbol >> 8) + size);
        if (size == 0 && run < 15) {
            return DONE;
        }
        int k = last + run + 1;
        damaged |= k > LAST;
        return k;
    }
}
