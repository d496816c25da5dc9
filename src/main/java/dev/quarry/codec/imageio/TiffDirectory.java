package dev.quarry.codec.imageio;

import dev.quarry.codec.ByteReader;
import dev.quarry.codec.CorruptImageException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of one image file directory of a TIFF (TIFF 6.0, section 2).
 *
 * @param values the values of each tag that holds whole numbers, at most {@value #MOST_VALUES} of each
 * @param types the type of each tag's values
 * @param counts how many values each tag has
 * @param offsets where each tag's values lie
 * @param next where the next directory is, 0 where there is none
 */
record TiffDirectory(
        Map<Integer, long[]> values,
        Map<Integer, Integer> types,
        Map<Integer, Long> counts,
        Map<Integer, Long> offsets,
        long next) {

    private static final int MOST_VALUES = 16;
    private static final int ENTRY_BYTES = 12;
    private static final int[] TYPE_BYTES = {0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4};
    private static final int SHORT = 3;
    private static final int LONG = 4;

    /**
     * Reads a directory; null when bytes of it or of its values are not there.
     *
     * @throws CorruptImageException when it cannot be one
     */
    static @Nullable TiffDirectory read(ByteReader reader, long offset) {
        if (!reader.has(offset, 2)) {
            return null;
        }
        int entries = reader.u16(offset);
        long end = offset + 2 + (long) entries * ENTRY_BYTES;
        if (!reader.has(offset, end + 4 - offset)) {
            return null;
        }
        Map<Integer, long[]> values = new HashMap<>();
        Map<Integer, Integer> types = new HashMap<>();
        Map<Integer, Long> counts = new HashMap<>();
        Map<Integer, Long> offsets = new HashMap<>();
        for (int i = 0; i < entries; i++) {
            long entry = offset + 2 + (long) i * ENTRY_BYTES;
            int tag = reader.u16(entry);
            int type = reader.u16(entry + 2);
            long count = reader.u32(entry + 4);
            if (type == 0 || type >= TYPE_BYTES.length) {
                continue;
            }
            long bytes = count * TYPE_BYTES[type];
            long at = bytes <= 4 ? entry + 8 : reader.u32(entry + 8);
            if (!reader.has(at, bytes)) {
                return null;
            }
            types.put(tag, type);
            counts.put(tag, count);
            offsets.put(tag, at);
            if (type == SHORT || type == LONG) {
                values.put(tag, numbers(reader, at, type, (int) Math.min(count, MOST_VALUES)));
            }
        }
        return new TiffDirectory(values, types, counts, offsets, reader.u32(end));
    }

    private static long[] numbers(ByteReader reader, long at, int type, int count) {
        long[] numbers = new long[count];
        for (int i = 0; i < count; i++) {
            numbers[i] = type == SHORT ? reader.u16(at + 2L * i) : reader.u32(at + 4L * i);
        }
        return numbers;
    }

    /** The first value of a tag, or {@code otherwise} where it is absent. */
    long number(int tag, long otherwise) {
        long[] numbers = values.get(tag);
        return numbers == null || numbers.length == 0 ? otherwise : numbers[0];
    }

    /** The first value of a tag without which there is no picture. */
    long required(int tag, String name) {
        long[] numbers = values.get(tag);
        if (numbers == null || numbers.length == 0) {
            throw new CorruptImageException("The TIFF is damaged: it does not tell its %s.".formatted(name));
        }
        return numbers[0];
    }

    /** How many values a tag has, 0 where it is absent. */
    long count(int tag) {
        return counts.getOrDefault(tag, 0L);
    }

    /** Where the values of a tag lie, −1 where it is absent. */
    long offset(int tag) {
        return offsets.getOrDefault(tag, -1L);
    }

    /** Whether all the first values of a tag are the same. */
    boolean isUniform(int tag) {
        long[] numbers = values.get(tag);
        return numbers == null || Arrays.stream(numbers).distinct().count() <= 1;
    }

    /** All values of a tag of whole numbers, read where they lie; none where it is absent or of another type. */
    TiffNumbers all(ByteReader reader, int tag) {
        int type = types.getOrDefault(tag, 0);
        boolean numbers = type == SHORT || type == LONG;
        return new TiffNumbers(reader, offset(tag), numbers ? count(tag) : 0, numbers ? TYPE_BYTES[type] : 0);
    }
}
