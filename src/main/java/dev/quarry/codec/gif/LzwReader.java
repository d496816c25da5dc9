package dev.quarry.codec.gif;

import dev.quarry.codec.ByteReader;
import dev.quarry.codec.CorruptImageException;

/** Pixels out of the LZW codes of a GIF frame (GIF89a, appendix F); a full table stays as it is until it is cleared. */
final class LzwReader {

    private static final int MOST_CODES = 4096;
    private static final int MOST_BITS = 12;

    private final ByteReader reader;
    private final int clearCode;
    private final int firstBits;
    private final short[] prefix = new short[MOST_CODES];
    private final byte[] suffix = new byte[MOST_CODES];
    private final byte[] string = new byte[MOST_CODES];
    private int pending;
    private long at;
    private long blockEnd;
    private int held;
    private int heldBits;
    private int codeBits;
    private int nextCode;
    private int previous = -1;
    private int first;

    /** Reads from the byte that tells the size of the codes on. */
    LzwReader(ByteReader reader, long offset) {
        if (!reader.has(offset, 1)) {
            throw cutOff();
        }
        int bits = reader.u8(offset);
        if (bits < 1 || bits >= MOST_BITS) {
            throw new CorruptImageException("The GIF is damaged: codes of %d bits.".formatted(bits));
        }
        this.reader = reader;
        this.clearCode = 1 << bits;
        this.firstBits = bits + 1;
        this.at = offset + 1;
        this.blockEnd = at;
        clear();
    }

    private static CorruptImageException cutOff() {
        return new CorruptImageException("The GIF is cut off: its picture data ends too early.");
    }

    private void clear() {
        codeBits = firstBits;
        nextCode = clearCode + 2;
        previous = -1;
    }

    /** Fills {@code row} with the next colour indices. */
    void read(byte[] row) {
        int filled = 0;
        while (filled < row.length) {
            if (pending == 0) {
                decode();
            }
            while (pending > 0 && filled < row.length) {
                row[filled++] = string[--pending];
            }
        }
    }

    /** Decodes one code into {@link #string}, last index first. */
    private void decode() {
        int code = nextCode();
        while (code == clearCode) {
            clear();
            code = nextCode();
        }
        if (code == clearCode + 1) {
            throw cutOff();
        }
        if (code > nextCode || previous < 0 && code > clearCode) {
            throw new CorruptImageException("The GIF is damaged: a code that was not made.");
        }
        int walk = code;
        if (code == nextCode) {
            // The one code that may be used before it is made: the last string with its own first index behind it.
            string[pending++] = (byte) first;
            walk = previous;
        }
        while (walk >= clearCode + 2) {
            string[pending++] = suffix[walk];
            walk = prefix[walk];
        }
        first = walk;
        string[pending++] = (byte) walk;
        add();
        previous = code;
    }

    private void add() {
        if (previous >= 0 && nextCode < MOST_CODES) {
            prefix[nextCode] = (short) previous;
            suffix[nextCode] = (byte) first;
            nextCode++;
            if (nextCode == 1 << codeBits && codeBits < MOST_BITS) {
                codeBits++;
            }
        }
    }

    private int nextCode() {
        while (heldBits < codeBits) {
            held |= nextByte() << heldBits;
            heldBits += 8;
        }
        int code = held & (1 << codeBits) - 1;
        held >>>= codeBits;
        heldBits -= codeBits;
        return code;
    }

    private int nextByte() {
        if (at == blockEnd) {
            if (!reader.has(at, 1) || reader.u8(at) == 0) {
                throw cutOff();
            }
            blockEnd = at + 1 + reader.u8(at);
            at++;
        }
        if (!reader.has(at, 1)) {
            throw cutOff();
        }
        return reader.u8(at++);
    }
}
