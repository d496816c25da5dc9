package dev.quarry.codec.jpeg;

import dev.quarry.codec.ByteReader;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One Huffman table of a JPEG (T.81, annex C), unfolded for speed: one look at the next bits gives a whole coefficient, or
 * tells over how many coefficients together it may skip.
 */
final class HuffmanCode {

    /** Bits that {@link #values} is looked up by. */
    static final int VALUE_BITS = 12;

    /** Bits that {@link #skips} is looked up by. */
    static final int SKIP_BITS = 12;

    /** What {@link #values} say of a block's end instead of a distance. */
    static final int END = 64;

    /** What {@link #values} say where more bits are needed. */
    static final int LONG = 128;

    /** What {@link #skips} add to the distance where the block ends. */
    static final int SKIP_END = 256;

    /** What {@link #skips} say where more bits are needed. */
    static final int SKIP_LONG = 512;

    /** Bits of an entry that tell how many bits of the data it stands for. */
    static final int LENGTH_BITS = 6;

    private static final int LENGTHS = 16;
    private static final int SYMBOL_BITS = 10;
    private static final int BLOCK = 64;
    private static final int LARGEST_SIZE = 15;
    private static final int RUN_OF_ZEROS = 15;

    private final int[] symbols;
    // Of each length: the first code that is longer, left-aligned to 16 bits, and where its symbols are.
    private final int[] endCodes = new int[LENGTHS + 1];
    private final int[] symbolOffsets = new int[LENGTHS + 1];
    private final char[] lookup = new char[1 << SYMBOL_BITS];
    private int[] values = {};
    private char[] skips = {};

    private HuffmanCode(int[] symbols) {
        this.symbols = symbols;
    }

    /**
     * The table whose counts begin at {@code at}; null for one that is not sound.
     *
     * @param room bytes that it may take
     */
    static @Nullable HuffmanCode read(ByteReader reader, long at, long room, boolean coefficients) {
        int[] counts = new int[LENGTHS + 1];
        int total = 0;
        for (int length = 1; length <= LENGTHS && room >= LENGTHS; length++) {
            counts[length] = reader.u8(at + length - 1);
            total += counts[length];
        }
        if (total == 0 || total > 256 || LENGTHS + total > room) {
            return null;
        }
        int[] symbols = new int[total];
        for (int i = 0; i < total; i++) {
            symbols[i] = reader.u8(at + LENGTHS + i);
            if (!coefficients && symbols[i] > LARGEST_SIZE) {
                return null;
            }
        }
        HuffmanCode code = new HuffmanCode(symbols);
        if (!code.assign(counts)) {
            return null;
        }
        code.values = code.unfoldValues();
        if (coefficients) {
            code.skips = code.unfoldSkips();
        }
        return code;
    }

    /** How many bytes the table with its counts at {@code at} takes. */
    static int bytes(ByteReader reader, long at) {
        int bytes = LENGTHS;
        for (int i = 0; i < LENGTHS; i++) {
            bytes += reader.u8(at + i);
        }
        return bytes;
    }

    /** Gives each symbol its code; false when there are more codes of a length than bits allow. */
    private boolean assign(int[] counts) {
        int code = 0;
        int symbol = 0;
        for (int length = 1; length <= LENGTHS; length++) {
            symbolOffsets[length] = symbol - code;
            for (int i = 0; i < counts[length] && length <= SYMBOL_BITS; i++) {
                int spare = SYMBOL_BITS - length;
                if (code + i >= 1 << length) {
                    return false;
                }
                Arrays.fill(
                        lookup, code + i << spare, code + i + 1 << spare, (char) (length << 8 | symbols[symbol + i]));
            }
            code += counts[length];
            symbol += counts[length];
            // libjpeg refuses a code of ones only, too.
            if (code >= 1 << length) {
                return false;
            }
            endCodes[length] = code << LENGTHS - length;
            code <<= 1;
        }
        return true;
    }

    /**
     * The symbol at the beginning of {@code bits}: its length times 256 plus the symbol itself; −1 for bits that are no code.
     *
     * @param bits left-aligned
     */
    int symbol(long bits) {
        int entry = lookup[(int) (bits >>> Long.SIZE - SYMBOL_BITS)];
        if (entry != 0) {
            return entry;
        }
        int start = (int) (bits >>> Long.SIZE - LENGTHS);
        for (int length = 1; length <= LENGTHS; length++) {
            if (start < endCodes[length]) {
                return length << 8 | symbols[symbolOffsets[length] + (start >> LENGTHS - length)];
            }
        }
        return -1;
    }

    /**
     * For the next {@link #VALUE_BITS} bits: in the lowest bits how many of them a coefficient takes, in bits 8 to 15 how many
     * places it is after the one before, above that its value.
     */
    int[] values() {
        return values;
    }

    /**
     * For the next {@link #SKIP_BITS} bits: in the lowest bits how many of them all coefficients take that end in them, above
     * that over how many places they go.
     */
    char[] skips() {
        return skips;
    }

    private int[] unfoldValues() {
        int[] table = new int[1 << VALUE_BITS];
        for (int bits = 0; bits < table.length; bits++) {
            table[bits] = value(bits);
        }
        return table;
    }

    private int value(int bits) {
        int symbol = symbol((long) bits << Long.SIZE - VALUE_BITS);
        int size = symbol & 15;
        int run = symbol >> 4 & 15;
        int length = symbol >> 8;
        if (symbol < 0 || length + size > VALUE_BITS) {
            return LONG << 8;
        }
        if (size == 0) {
            return length | (run == RUN_OF_ZEROS ? run + 1 : END) << 8;
        }
        int raw = bits >> VALUE_BITS - length - size & (1 << size) - 1;
        return length + size | run + 1 << 8 | extended(raw, size) << 16;
    }

    /** The number that {@code raw} stands for (T.81, F.2.2.1): those that begin with 0 are negative. */
    static int extended(int raw, int size) {
        return raw >> size - 1 == 0 ? raw - (1 << size) + 1 : raw;
    }

    private char[] unfoldSkips() {
        char[] table = new char[1 << SKIP_BITS];
        for (int bits = 0; bits < table.length; bits++) {
            table[bits] = (char) skip(bits);
        }
        return table;
    }

    private int skip(int bits) {
        int used = 0;
        int places = 0;
        while (used < SKIP_BITS && places < BLOCK) {
            int next = values[(bits << used & (1 << SKIP_BITS) - 1) << VALUE_BITS - SKIP_BITS];
            int length = next & (1 << LENGTH_BITS) - 1;
            int more = next >> 8 & 255;
            if (more == LONG || used + length > SKIP_BITS) {
                break;
            }
            used += length;
            places += more == END ? SKIP_END : more;
            if (more == END) {
                break;
            }
        }
        return used == 0 ? SKIP_LONG << LENGTH_BITS : used | places << LENGTH_BITS;
    }
}
