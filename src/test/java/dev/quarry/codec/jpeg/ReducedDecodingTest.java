package dev.quarry.codec.jpeg;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.quarry.codec.ByteReader;
import dev.quarry.codec.CodecBench;
import dev.quarry.codec.CodecMode;
import dev.quarry.codec.Decoder;
import dev.quarry.codec.EncodeOptions;
import dev.quarry.codec.Encoder;
import dev.quarry.codec.ImageFormat;
import dev.quarry.codec.ImageHeader;
import dev.quarry.codec.Pixels;
import dev.quarry.codec.ffi.NativeBinding;
import dev.quarry.image.ChromaSubsampling;
import dev.quarry.image.ColorModel;
import dev.quarry.image.Image;
import dev.quarry.image.ImageSpec;
import dev.quarry.image.Plane;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Decoding at 1/8, 1/4 and 3/8 without a library: the same as the library's at 1/8, the low-pass of each block otherwise. */
class ReducedDecodingTest {

    private static final int EIGHTH = 1;
    private static final int QUARTER = 2;
    private static final int THREE_EIGHTHS = 3;

    private final NativeBinding<LibTurboJpeg> binding = LibTurboJpeg.load();

    private LibTurboJpeg turbo() {
        assumeTrue(binding instanceof NativeBinding.Bound<LibTurboJpeg>, "libturbojpeg is not installed");
        return ((NativeBinding.Bound<LibTurboJpeg>) binding).functions();
    }

    private static ImageHeader header(MemorySegment file) {
        return Objects.requireNonNull(JpegHeaderReader.read(ByteReader.bigEndian(file), true));
    }

    private static @Nullable SequentialScan scan(MemorySegment file) {
        ByteReader reader = ByteReader.bigEndian(file);
        return SequentialScan.of(reader, Objects.requireNonNull(JpegParser.parse(reader)));
    }

    private Image byLibrary(CodecBench bench, MemorySegment file, int eighths) {
        ImageSpec spec = new TurboJpegDecoder(turbo()).decodedSpec(header(file), eighths);
        return bench.context().image(spec, true, image -> {
            try (TurboDecompression library = new TurboDecompression(turbo(), file, header(file), true)) {
                library.intoPlanes(image);
            }
        });
    }

    private Image reduced(CodecBench bench, MemorySegment file, int eighths) {
        ImageSpec spec = new TurboJpegDecoder(turbo()).decodedSpec(header(file), eighths);
        SequentialScan scan = scan(file);
        assertNotNull(scan);
        return bench.context()
                .image(
                        spec,
                        true,
                        image -> assertTrue(
                                ReducedDecoding.decode(scan, file, image, eighths, bench.context()), "sound"));
    }

    private static List<String> sequentialFiles() {
        return List.of(
                "odd-444.jpg",
                "odd-422.jpg",
                "odd-420.jpg",
                "odd-440.jpg",
                "odd-411.jpg",
                "gray.jpg",
                "restart.jpg",
                "small_640.jpg");
    }

    @ParameterizedTest
    @MethodSource("sequentialFiles")
    void decode_eighth_equalsTheLibrary(String name) {
        try (CodecBench bench = new CodecBench()) {
            MemorySegment file = bench.source(CodecBench.resource("corpus/" + name));
            try (Image expected = byLibrary(bench, file, EIGHTH);
                    Image actual = reduced(bench, file, EIGHTH)) {
                Pixels.assertSamples(expected, actual, 0);
            }
        }
    }

    private static MemorySegment encoded(
            CodecBench bench, int width, int height, int quality, ChromaSubsampling chroma) {
        Encoder encoder =
                CodecMode.NATIVE.registry().encoderFor(ImageFormat.JPEG).orElseThrow();
        EncodeOptions options = new EncodeOptions(quality, false, chroma, 6);
        Random random = new Random(width * 31L + height);
        ImageSpec spec = encoder.inputSpec(ImageSpec.of(width, height, ColorModel.RGB), options);
        try (Image image = bench.image(spec, made -> made.planes().forEach(plane -> noise(plane, random)))) {
            return bench.source(bench.encode(encoder, image, options, new byte[0]));
        }
    }

    /** Flat parts, where blocks are a few bits, and noise, where they are hundreds. */
    private static void noise(Plane plane, Random random) {
        for (int y = 0; y < plane.height(); y++) {
            for (int x = 0; x < plane.width(); x++) {
                plane.setSample(x, y, x / 24 % 2 == 0 ? 40 * (y / 24 % 5) : random.nextInt(256));
            }
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = ChromaSubsampling.class,
            names = {"S444", "S422", "S420"})
    void decode_eighthOfEachKindOfBlock_equalsTheLibrary(ChromaSubsampling chroma) {
        assumeTrue(turbo() != null);
        for (int quality : new int[] {1, 30, 75, 95, 100}) {
            for (int[] size : new int[][] {{1, 1}, {17, 9}, {63, 65}, {129, 70}, {300, 211}}) {
                try (CodecBench bench = new CodecBench()) {
                    MemorySegment file = encoded(bench, size[0], size[1], quality, chroma);
                    try (Image expected = byLibrary(bench, file, EIGHTH);
                            Image actual = reduced(bench, file, EIGHTH)) {
                        Pixels.assertSamples(expected, actual, 0);
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "odd-444.jpg, 2",
        "odd-420.jpg, 2",
        "odd-411.jpg, 2",
        "gray.jpg, 2",
        "restart.jpg, 2",
        "small_640.jpg, 2"
    })
    void decode_reduced_isTheLowPassOfEachBlock(String name, int most) {
        try (CodecBench bench = new CodecBench()) {
            MemorySegment file = bench.source(CodecBench.resource("corpus/" + name));
            for (int side : new int[] {QUARTER, THREE_EIGHTHS}) {
                try (Image full = byLibrary(bench, file, Decoder.FULL_SIZE);
                        Image actual = reduced(bench, file, side)) {
                    for (int band = 0; band < full.planes().size(); band++) {
                        assertLowPass(full.plane(band), actual.plane(band), side, most);
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("sequentialFiles")
    void decode_threeEighths_isNearTheLibrarys(String name) {
        try (CodecBench bench = new CodecBench()) {
            MemorySegment file = bench.source(CodecBench.resource("corpus/" + name));
            try (Image expected = byLibrary(bench, file, THREE_EIGHTHS);
                    Image actual = reduced(bench, file, THREE_EIGHTHS)) {
                Pixels.assertSamples(expected, actual, 1);
            }
        }
    }

    /** Sizes at which the last blocks of a row would reach beyond the end of the row in memory. */
    @ParameterizedTest
    @EnumSource(
            value = ChromaSubsampling.class,
            names = {"S444", "S422", "S420"})
    void decode_threeEighthsOfEachKindOfBlock_isNearTheLibrarys(ChromaSubsampling chroma) {
        assumeTrue(turbo() != null);
        for (int quality : new int[] {30, 75, 95}) {
            for (int[] size : new int[][] {{17, 9}, {170, 65}, {171, 70}, {340, 33}, {300, 211}}) {
                try (CodecBench bench = new CodecBench()) {
                    MemorySegment file = encoded(bench, size[0], size[1], quality, chroma);
                    try (Image expected = byLibrary(bench, file, THREE_EIGHTHS);
                            Image actual = reduced(bench, file, THREE_EIGHTHS)) {
                        Pixels.assertSamples(expected, actual, 1);
                    }
                }
            }
        }
    }

    /** Blocks that were clamped when decoded at full size are passed over: their coefficients cannot be known. */
    private static void assertLowPass(Plane full, Plane actual, int side, int most) {
        int compared = 0;
        for (int y = 0; y + 7 < full.height(); y += 8) {
            for (int x = 0; x + 7 < full.width(); x += 8) {
                if (isClamped(full, x, y)) {
                    continue;
                }
                compared++;
                for (int i = 0; i < side * side; i++) {
                    double wanted = lowPass(full, x, y, side, i % side, i / side);
                    double difference = wanted - actual.sample(x / 8 * side + i % side, y / 8 * side + i / side);
                    assertTrue(Math.abs(difference) < most, difference + " at " + x + "," + y);
                }
            }
        }
        assertTrue(compared > 0 || full.width() < 8 || full.height() < 8);
    }

    private static boolean isClamped(Plane plane, int left, int top) {
        for (int i = 0; i < 64; i++) {
            int sample = plane.sample(left + i % 8, top + i / 8);
            if (sample == 0 || sample == 255) {
                return true;
            }
        }
        return false;
    }

    /** The block's lowest coefficients by the DCT's definition, put together again at so many points a side. */
    private static double lowPass(Plane plane, int left, int top, int side, int x, int y) {
        double result = 0;
        for (int v = 0; v < side; v++) {
            for (int u = 0; u < side; u++) {
                double coefficient = 0;
                for (int i = 0; i < 64; i++) {
                    coefficient += plane.sample(left + i % 8, top + i / 8)
                            * Math.cos((2 * (i % 8) + 1) * u * Math.PI / 16)
                            * Math.cos((2 * (i / 8) + 1) * v * Math.PI / 16);
                }
                double scale = (u == 0 ? 1 : Math.sqrt(2)) * (v == 0 ? 1 : Math.sqrt(2)) / 64;
                result += coefficient
                        * scale
                        * (u == 0 ? 1 : Math.sqrt(2) * Math.cos((2 * x + 1) * u * Math.PI / (2 * side)))
                        * (v == 0 ? 1 : Math.sqrt(2) * Math.cos((2 * y + 1) * v * Math.PI / (2 * side)));
            }
        }
        return result;
    }

    private boolean isSound(byte[] bytes, int eighths) {
        try (CodecBench bench = new CodecBench()) {
            MemorySegment file = bench.source(bytes);
            SequentialScan scan = scan(file);
            boolean[] sound = {false};
            if (scan != null) {
                ImageSpec spec = new TurboJpegDecoder(turbo()).decodedSpec(header(file), eighths);
                bench.context()
                        .image(
                                spec,
                                true,
                                image -> sound[0] = ReducedDecoding.decode(scan, file, image, eighths, bench.context()))
                        .close();
            }
            return sound[0];
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {THREE_EIGHTHS, QUARTER, EIGHTH})
    void decode_cutOrLengthenedFile_isNotSound(int eighths) {
        byte[] whole = CodecBench.resource("corpus/restart.jpg");
        assertTrue(isSound(whole, eighths));
        assertTrue(isSound(Arrays.copyOf(whole, whole.length + 100), eighths), "bytes after the end do not matter");
        byte[] cut = Arrays.copyOf(whole, whole.length / 2);
        cut[cut.length - 2] = (byte) 0xFF;
        cut[cut.length - 1] = (byte) 0xD9;
        assertFalse(isSound(cut, eighths));
        byte[] longer = Arrays.copyOf(whole, whole.length + 2);
        System.arraycopy(new byte[] {1, 2, (byte) 0xFF, (byte) 0xD9}, 0, longer, whole.length - 2, 4);
        assertFalse(isSound(longer, eighths));
    }

    @Test
    void decode_restartMarkerOfAnotherNumber_isNotSound() {
        byte[] file = CodecBench.resource("corpus/restart.jpg");
        for (int at = 700; at < file.length - 1; at++) {
            if (file[at] == (byte) 0xFF && file[at + 1] == (byte) 0xD3) {
                file[at + 1] = (byte) 0xD4;
                assertFalse(isSound(file, EIGHTH));
                return;
            }
        }
        throw new AssertionError("the file has no such marker");
    }

    @ParameterizedTest
    @ValueSource(ints = {THREE_EIGHTHS, QUARTER, EIGHTH})
    void decode_anyByteChanged_ends(int eighths) {
        byte[] file = CodecBench.resource("corpus/restart.jpg");
        Random random = new Random(5);
        int unsound = 0;
        for (int i = 0; i < 300; i++) {
            byte[] changed = file.clone();
            changed[640 + random.nextInt(file.length - 650)] = (byte) random.nextInt(256);
            unsound += isSound(changed, eighths) ? 0 : 1;
        }
        assertTrue(unsound > 30, "only " + unsound + " changes were seen");
    }

    @ParameterizedTest
    @ValueSource(strings = {"progressive.jpg", "arithmetic.jpg", "progressive_2000.jpg"})
    void scan_ofAnotherKind_isNone(String name) {
        try (CodecBench bench = new CodecBench()) {
            assertNull(scan(bench.source(CodecBench.resource("corpus/" + name))));
        }
    }
}
