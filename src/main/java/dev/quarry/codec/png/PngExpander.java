package dev.quarry.codec.png;

import dev.quarry.codec.ByteRange;
import dev.quarry.codec.ByteReader;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/** Expands stored rows as {@link PngLayout} tells: 8-bit samples, or 16-bit ones in native byte order. */
final class PngExpander {

    private static final int OPAQUE = 255;
    private static final int OPAQUE_WIDE = 65_535;

    private final PngLayout layout;
    private final byte[] palette;
    private final byte[] paletteAlpha;
    private final int[] clear;

    PngExpander(PngStructure structure, ByteReader source) {
        this.layout = structure.layout();
        boolean indexed = layout.color() == PngColor.PALETTE;
        this.palette = indexed ? bytes(structure.palette(), source) : new byte[0];
        this.paletteAlpha = indexed ? bytes(structure.transparency(), source) : new byte[0];
        this.clear = indexed ? new int[0] : clear(structure.transparency(), source);
    }

    private static byte[] bytes(@Nullable ByteRange range, ByteReader source) {
        if (range == null) {
            return new byte[0];
        }
        if (!source.has(range.offset(), range.length())) {
            throw PngMessages.cutOff();
        }
        return source.slice(range.offset(), range.length()).toArray(ValueLayout.JAVA_BYTE);
    }

    /** The sample values of the transparent colour; only the low bits count where samples are narrow. */
    private int[] clear(@Nullable ByteRange range, ByteReader source) {
        byte[] key = bytes(range, source);
        int mask = (1 << layout.depth()) - 1;
        int[] values = new int[key.length / 2];
        for (int i = 0; i < values.length; i++) {
            values[i] = (Byte.toUnsignedInt(key[2 * i]) << 8 | Byte.toUnsignedInt(key[2 * i + 1])) & mask;
        }
        return values;
    }

    /** Expands {@code pixels} pixels of an unfiltered row, which begins at {@code from} in {@code stored}. */
    void expand(byte[] stored, int from, int pixels, MemorySegment target) {
        if (layout.color() == PngColor.PALETTE) {
            expandPalette(stored, from, pixels, target);
            return;
        }
        int samples = layout.color().samples();
        if (layout.depth() == Byte.SIZE && clear.length == 0) {
            MemorySegment.copy(stored, from, target, ValueLayout.JAVA_BYTE, 0, pixels * samples);
            return;
        }
        long at = 0;
        for (int x = 0; x < pixels; x++) {
            boolean isClear = clear.length > 0;
            for (int band = 0; band < samples; band++) {
                int value = sample(stored, from, x * samples + band);
                isClear = isClear && value == clear[band];
                at = put(target, at, layout.depth() < 8 ? value * 255 / ((1 << layout.depth()) - 1) : value);
            }
            if (clear.length > 0) {
                at = put(target, at, isClear ? 0 : layout.isWide() ? OPAQUE_WIDE : OPAQUE);
            }
        }
    }

    private int sample(byte[] stored, int from, int index) {
        return switch (layout.depth()) {
            case 8 -> Byte.toUnsignedInt(stored[from + index]);
            case 16 ->
                Byte.toUnsignedInt(stored[from + 2 * index]) << 8 | Byte.toUnsignedInt(stored[from + 2 * index + 1]);
            default -> {
                int bit = index * layout.depth();
                int shift = 8 - layout.depth() - bit % 8;
                yield Byte.toUnsignedInt(stored[from + bit / 8]) >> shift & (1 << layout.depth()) - 1;
            }
        };
    }

    private long put(MemorySegment target, long at, int value) {
        if (layout.isWide()) {
            target.set(ValueLayout.JAVA_SHORT_UNALIGNED, at, (short) value);
            return at + 2;
        }
        target.set(ValueLayout.JAVA_BYTE, at, (byte) value);
        return at + 1;
    }

    private void expandPalette(byte[] stored, int from, int pixels, MemorySegment target) {
        long at = 0;
        for (int x = 0; x < pixels; x++) {
            int index = sample(stored, from, x);
            // Indices that the palette does not have are black, as other readers take them.
            boolean known = 3 * index < palette.length;
            for (int band = 0; band < 3; band++) {
                at = put(target, at, known ? palette[3 * index + band] : 0);
            }
            if (layout.transparency()) {
                at = put(target, at, index < paletteAlpha.length ? paletteAlpha[index] : OPAQUE);
            }
        }
    }
}
