package dev.quarry.codec.png;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.quarry.codec.CodecBench;
import dev.quarry.codec.CodecMode;
import dev.quarry.codec.CorruptImageException;
import dev.quarry.codec.Pixels;
import dev.quarry.image.Image;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every kind of PNG, decoded by each library, against the specification's arithmetic. */
class PngDecoderTest {

    private static final int PALETTE_COLORS = 16;
    private static final int[][] SIZES = {{1, 1}, {3, 2}, {5, 9}, {8, 8}, {33, 17}, {130, 5}};
    private static final PngLayout GRAY = new PngLayout(40, 30, 8, PngColor.GRAY, false, false);

    static Stream<Arguments> layouts() {
        List<Arguments> all = new ArrayList<>();
        for (PngColor color : PngColor.values()) {
            for (int depth : new int[] {1, 2, 4, 8, 16}) {
                if (PngColor.of(color.code(), depth).isPresent()) {
                    addVariants(all, depth, color);
                }
            }
        }
        return all.stream();
    }

    private static void addVariants(List<Arguments> all, int depth, PngColor color) {
        boolean mayBeClear = color != PngColor.GRAY_ALPHA && color != PngColor.RGBA;
        for (CodecMode mode : CodecMode.values()) {
            for (boolean interlaced : new boolean[] {false, true}) {
                for (boolean clear : mayBeClear ? new boolean[] {false, true} : new boolean[] {false}) {
                    for (int[] size : SIZES) {
                        all.add(arguments(new PngLayout(size[0], size[1], depth, color, interlaced, clear), mode));
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("layouts")
    void decode_everyKind_givesTheExpandedSamples(PngLayout layout, CodecMode mode) {
        byte[] file = file(layout).finished();
        try (CodecBench bench = new CodecBench();
                Image image = bench.decode(mode.registry(), file)) {
            assertEquals(layout.model(), image.spec().model());
            for (int y = 0; y < layout.height(); y++) {
                for (int x = 0; x < layout.width(); x++) {
                    assertArrayEquals(expected(layout, x, y), Pixels.rgba(image, x, y), x + "," + y);
                }
            }
        }
    }

    private static TestPng file(PngLayout layout) {
        TestPng png = new TestPng(layout);
        if (layout.color() == PngColor.PALETTE) {
            byte[] palette = new byte[3 * colors(layout)];
            for (int i = 0; i < palette.length; i++) {
                palette[i] = (byte) paletteSample(i / 3, i % 3);
            }
            png.chunk("PLTE", palette);
        }
        if (layout.transparency()) {
            png.chunk("tRNS", transparency(layout));
        }
        return png.picture((x, y, band) -> sample(layout, x, y, band), 50);
    }

    private static int colors(PngLayout layout) {
        return Math.min(PALETTE_COLORS, 1 << layout.depth());
    }

    private static int paletteSample(int index, int band) {
        return index * 53 + band * 91 & 255;
    }

    /** The colour of pixel (0, 0) is the clear one; of a palette the first entry is half clear. */
    private static byte[] transparency(PngLayout layout) {
        if (layout.color() == PngColor.PALETTE) {
            return new byte[] {100};
        }
        byte[] key = new byte[2 * layout.color().samples()];
        for (int band = 0; band < layout.color().samples(); band++) {
            int value = sample(layout, 0, 0, band);
            key[2 * band] = (byte) (value >> 8);
            key[2 * band + 1] = (byte) value;
        }
        return key;
    }

    private static int sample(PngLayout layout, int x, int y, int band) {
        int value = (x * 2659 + y * 7919 + band * 15_731) * 40_503 >>> 7;
        return layout.color() == PngColor.PALETTE ? value % colors(layout) : value & (1 << layout.depth()) - 1;
    }

    private static int[] expected(PngLayout layout, int x, int y) {
        int first = sample(layout, x, y, 0);
        int[] stored = new int[layout.color().samples()];
        boolean clear = layout.transparency();
        for (int band = 0; band < stored.length; band++) {
            stored[band] = sample(layout, x, y, band);
            clear &= stored[band] == sample(layout, 0, 0, band);
        }
        int[] seen =
                Arrays.stream(stored).map(value -> to8(value, layout.depth())).toArray();
        return switch (layout.color()) {
            case GRAY -> new int[] {seen[0], seen[0], seen[0], clear ? 0 : 255};
            case RGB -> new int[] {seen[0], seen[1], seen[2], clear ? 0 : 255};
            case GRAY_ALPHA -> new int[] {seen[0], seen[0], seen[0], seen[1]};
            case RGBA -> seen;
            case PALETTE ->
                new int[] {
                    paletteSample(first, 0),
                    paletteSample(first, 1),
                    paletteSample(first, 2),
                    layout.transparency() && first == 0 ? 100 : 255
                };
        };
    }

    private static int to8(int value, int depth) {
        return depth == 16 ? (int) Math.floor(value / 257.0 + 0.5) : value * 255 / ((1 << depth) - 1);
    }

    @ParameterizedTest
    @EnumSource
    void decode_withoutEndChunk_succeeds(CodecMode mode) {
        try (CodecBench bench = new CodecBench();
                Image image = bench.decode(mode.registry(), file(GRAY).unfinished())) {
            assertEquals(sample(GRAY, 39, 29, 0), image.plane(0).sample(39, 29));
        }
    }

    @ParameterizedTest
    @EnumSource
    void decode_ancillaryChunksOfAnyKind_areSteppedOver(CodecMode mode) {
        byte[] file = new TestPng(GRAY)
                .chunk("tEXt")
                .chunk("iCCP", new byte[] {'x', 0, 0, 1, 2, 3})
                .chunk("zTXt", new byte[300_000])
                .chunk("quRy", new byte[200_000])
                .chunk("tRNS", new byte[5])
                .picture((x, y, band) -> sample(GRAY, x, y, band), 1000)
                .finished();
        try (CodecBench bench = new CodecBench();
                Image image = bench.decode(mode.registry(), file)) {
            assertEquals(sample(GRAY, 20, 20, 0), image.plane(0).sample(20, 20));
        }
    }

    @ParameterizedTest
    @EnumSource
    void decode_wrongChecksumOfImageData_isCorrupt(CodecMode mode) {
        byte[] file = new TestPng(GRAY)
                .picture((x, y, band) -> sample(GRAY, x, y, band), 200)
                .finished();
        // The last byte of the first chunk's checksum: signature, IHDR, head, 200 bytes, checksum.
        file[8 + 25 + 8 + 200 + 3] ^= 1;
        assertCorrupt(mode, file);
    }

    @ParameterizedTest
    @EnumSource
    void decode_streamThatIsDamagedUnderARightChecksum_isCorrupt(CodecMode mode) {
        byte[] raw = new byte[41 * 30];
        new Random(3).nextBytes(raw);
        for (int row = 0; row < 30; row++) {
            raw[41 * row] = 0;
        }
        byte[] good = TestPng.deflate(raw);
        byte[] wrongSum = good.clone();
        wrongSum[good.length - 1] ^= 1;
        byte[] wrongHeader = good.clone();
        wrongHeader[0] ^= 1;
        byte[] wrongBlock = good.clone();
        wrongBlock[2] |= 6;
        byte[] wrongFilter = raw.clone();
        wrongFilter[41 * 20] = 5;
        byte[] dictionary = good.clone();
        dictionary[1] = (byte) (0x20 + 31 - ((good[0] & 255) * 256 + 0x20) % 31);
        for (byte[] data :
                new byte[][] {wrongSum, wrongHeader, wrongBlock, dictionary, TestPng.deflate(wrongFilter), {}, {0x78}
                }) {
            assertCorrupt(mode, new TestPng(GRAY).chunk("IDAT", data).finished());
        }
        try (CodecBench bench = new CodecBench()) {
            bench.decode(mode.registry(), new TestPng(GRAY).chunk("IDAT", good).finished())
                    .close();
        }
    }

    @ParameterizedTest
    @EnumSource
    void decode_chunksOfOneByte_succeeds(CodecMode mode) {
        byte[] file = new TestPng(GRAY)
                .picture((x, y, band) -> sample(GRAY, x, y, band), 1)
                .finished();
        try (CodecBench bench = new CodecBench();
                Image image = bench.decode(mode.registry(), file)) {
            assertEquals(sample(GRAY, 39, 29, 0), image.plane(0).sample(39, 29));
        }
    }

    @ParameterizedTest
    @EnumSource
    void decode_everyCut_isCorruptUntilThePictureIsThere(CodecMode mode) {
        byte[] file = file(GRAY).finished();
        // IEND, the last chunk's checksum and the stream's own end may be missing without any pixel missing.
        for (int length = 41; length < file.length - 12 - 4 - 10; length += 7) {
            assertCorrupt(mode, Arrays.copyOf(file, length));
        }
    }

    @ParameterizedTest
    @EnumSource
    void decode_indexOutsideThePalette_isBlack(CodecMode mode) {
        PngLayout layout = new PngLayout(10, 10, 8, PngColor.PALETTE, false, true);
        byte[] file = new TestPng(layout)
                .chunk("PLTE", new byte[] {10, 20, 30, 40, 50, 60})
                .chunk("tRNS", new byte[] {7})
                .picture((x, y, band) -> x == 5 && y == 5 ? 200 : 0, 1000)
                .finished();
        try (CodecBench bench = new CodecBench();
                Image image = bench.decode(mode.registry(), file)) {
            assertArrayEquals(new int[] {0, 0, 0, 255}, Pixels.rgba(image, 5, 5));
            assertArrayEquals(new int[] {10, 20, 30, 7}, Pixels.rgba(image, 4, 5));
        }
    }

    private static void assertCorrupt(CodecMode mode, byte[] file) {
        try (CodecBench bench = new CodecBench()) {
            CorruptImageException refusal = assertThrows(
                    CorruptImageException.class,
                    () -> bench.decode(mode.registry(), file).close());
            assertTrue(refusal.detail().startsWith("The PNG is "), refusal.detail());
        }
    }
}
