package dev.quarry.codec.webp;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.codec.CodecBench;
import dev.quarry.codec.CodecContext;
import dev.quarry.codec.CodecRegistry;
import dev.quarry.codec.CodecSettings;
import dev.quarry.codec.EncodeOptions;
import dev.quarry.codec.Encoder;
import dev.quarry.codec.IccProfile;
import dev.quarry.codec.ImageFormat;
import dev.quarry.codec.ImageHeader;
import dev.quarry.codec.Pixels;
import dev.quarry.image.ChromaSubsampling;
import dev.quarry.image.ColorModel;
import dev.quarry.image.Image;
import dev.quarry.image.ImageSpec;
import dev.quarry.image.Plane;
import dev.quarry.image.Rect;
import dev.quarry.kernel.Kernels;
import dev.quarry.storage.GrowingBuffer;
import dev.quarry.storage.StorageExhaustedException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class LibWebpEncoderTest {

    private static final CodecRegistry CODECS = CodecRegistry.load(new CodecSettings(true));
    private static final Encoder ENCODER = CODECS.encoderFor(ImageFormat.WEBP).orElseThrow();
    private static final byte[] NO_PROFILE = {};

    private static EncodeOptions lossy(int quality, int effort) {
        return new EncodeOptions(quality, false, ChromaSubsampling.S420, 6, false, effort);
    }

    private static EncodeOptions lossless(int effort) {
        return new EncodeOptions(80, false, ChromaSubsampling.S420, 6, true, effort);
    }

    /** Waves of a slope that 4:2:0 can hold, each band with its own. */
    private static Image waves(CodecBench bench, ImageSpec spec) {
        return bench.image(spec, image -> {
            for (int band = 0; band < image.planes().size(); band++) {
                Plane plane = image.plane(band);
                double scale = (double) image.width() / plane.width();
                for (int y = 0; y < plane.height(); y++) {
                    for (int x = 0; x < plane.width(); x++) {
                        double phase = (x * scale * (0.05 + 0.01 * band) + y * scale * 0.04);
                        plane.setSample(x, y, (int) (128 + 90 * Math.sin(phase)));
                    }
                }
            }
        });
    }

    static Stream<ImageSpec> lossyInputs() {
        return Stream.of(
                ImageSpec.ycbcr(133, 91, ChromaSubsampling.S420),
                ImageSpec.ycbcr(1, 1, ChromaSubsampling.S420),
                ImageSpec.of(133, 91, ColorModel.GRAY),
                ImageSpec.of(133, 91, ColorModel.GRAY_ALPHA),
                ImageSpec.of(133, 91, ColorModel.RGBA),
                ImageSpec.of(1, 1, ColorModel.RGBA));
    }

    @ParameterizedTest
    @MethodSource("lossyInputs")
    void encode_lossy_decodesToNearlyTheSamePicture(ImageSpec spec) {
        try (CodecBench bench = new CodecBench();
                Image image = waves(bench, spec)) {
            byte[] file = bench.encode(ENCODER, image, lossy(95, 4), NO_PROFILE);
            try (Image again = bench.decode(CODECS, file)) {
                assertEquals(spec.model().hasAlpha(), again.spec().model().hasAlpha());
                double decibels = psnr(image, again);
                assertTrue(decibels > 36, decibels + " dB");
            }
        }
    }

    /** Over red, green and blue where they can be seen, and alpha. */
    private static double psnr(Image expected, Image actual) {
        assertEquals(expected.width(), actual.width());
        assertEquals(expected.height(), actual.height());
        double error = 0;
        for (int y = 0; y < expected.height(); y++) {
            for (int x = 0; x < expected.width(); x++) {
                int[] wanted = Pixels.rgba(expected, x, y);
                int[] given = Pixels.rgba(actual, x, y);
                for (int band = 0; band < 4; band++) {
                    error += Math.pow(wanted[band] - given[band], 2);
                }
            }
        }
        double mean = error / (4.0 * expected.spec().pixels());
        return 10 * Math.log10(255 * 255 / mean);
    }

    @ParameterizedTest
    @EnumSource(
            value = ColorModel.class,
            names = {"GRAY", "GRAY_ALPHA", "RGB", "RGBA"})
    void encode_lossless_decodesToTheSamePixels(ColorModel model) {
        try (CodecBench bench = new CodecBench();
                Image image = waves(bench, ImageSpec.of(75, 49, model))) {
            byte[] file = bench.encode(ENCODER, image, lossless(4), NO_PROFILE);
            try (Image again = bench.decode(CODECS, file)) {
                for (int y = 0; y < image.height(); y++) {
                    for (int x = 0; x < image.width(); x++) {
                        assertArrayEquals(Pixels.rgba(image, x, y), Pixels.rgba(again, x, y), "at " + x + "," + y);
                    }
                }
            }
        }
    }

    @Test
    void encode_grey_staysWithoutColour() {
        try (CodecBench bench = new CodecBench();
                Image image = waves(bench, ImageSpec.of(60, 40, ColorModel.GRAY))) {
            byte[] file = bench.encode(ENCODER, image, lossy(60, 4), NO_PROFILE);
            try (Image again = bench.decode(CODECS, file)) {
                for (int y = 0; y < 20; y++) {
                    for (int x = 0; x < 30; x++) {
                        assertEquals(128, again.plane(1).sample(x, y), 1);
                        assertEquals(128, again.plane(2).sample(x, y), 1);
                    }
                }
            }
        }
    }

    @Test
    void encode_blackAndWhite_keepTheirRange() {
        for (int level : new int[] {0, 255}) {
            try (CodecBench bench = new CodecBench();
                    Image image = bench.image(
                            ImageSpec.of(32, 32, ColorModel.GRAY),
                            flat -> Kernels.scalar().point().fill(flat.plane(0), level, 0, 32))) {
                byte[] file = bench.encode(ENCODER, image, lossy(80, 4), NO_PROFILE);
                try (Image again = bench.decode(CODECS, file)) {
                    assertEquals(level, again.plane(0).sample(16, 16), 2);
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 401})
    void encode_withProfile_embedsItWhateverTheKindOfFile(int profileBytes) {
        byte[] profile = new byte[profileBytes];
        for (int i = 0; i < profileBytes; i++) {
            profile[i] = (byte) (i * 7);
        }
        for (EncodeOptions options : new EncodeOptions[] {lossy(80, 4), lossless(2)}) {
            for (ColorModel model : new ColorModel[] {ColorModel.GRAY, ColorModel.RGBA}) {
                try (CodecBench bench = new CodecBench();
                        Image image = waves(bench, ImageSpec.of(61, 43, model))) {
                    byte[] plain = bench.encode(ENCODER, image, options, NO_PROFILE);
                    byte[] file = bench.encode(ENCODER, image, options, profile);
                    assertEmbedded(profile, plain, file);
                    try (Image expected = bench.decode(CODECS, plain);
                            Image again = bench.decode(CODECS, file)) {
                        assertEquals(Double.POSITIVE_INFINITY, psnr(expected, again));
                    }
                }
            }
        }
    }

    private static void assertEmbedded(byte[] profile, byte[] plain, byte[] file) {
        ImageHeader header = Objects.requireNonNull(WebpHeaderReader.read(MemorySegment.ofArray(file), true));
        ImageHeader before = Objects.requireNonNull(WebpHeaderReader.read(MemorySegment.ofArray(plain), true));
        assertEquals(before.model(), header.model());
        int offset = (int) header.iccProfile().getFirst().offset();
        int length = (int) header.iccProfile().getFirst().length();
        assertArrayEquals(profile, Arrays.copyOfRange(file, offset, offset + length));
        long riffBytes = Integer.toUnsignedLong(MemorySegment.ofArray(file).get(ValueLayout.JAVA_INT_UNALIGNED, 4));
        assertEquals(file.length - 8, riffBytes);
    }

    @Test
    void encode_afterOtherBytes_appends() {
        try (CodecBench bench = new CodecBench();
                Image image = waves(bench, ImageSpec.of(61, 43, ColorModel.GRAY));
                GrowingBuffer output = bench.scope().growingBuffer(1 << 20)) {
            output.append(MemorySegment.ofArray(new byte[] {1, 2, 3}));
            ENCODER.encode(image, lossy(80, 4), new byte[300], output, bench.context());
            MemorySegment file = output.bytes().asSlice(3);
            assertEquals(
                    61,
                    Objects.requireNonNull(WebpHeaderReader.read(file, true)).width());
            assertEquals(3, output.bytes().get(ValueLayout.JAVA_BYTE, 2));
        }
    }

    @Test
    void encode_lowerQualityOrMoreEffort_givesFewerBytes() {
        try (CodecBench bench = new CodecBench();
                Image image = bench.decode(CODECS, WebpFiles.sample("lossy-odd.webp"))) {
            int good = bench.encode(ENCODER, image, lossy(90, 4), NO_PROFILE).length;
            int poor = bench.encode(ENCODER, image, lossy(30, 4), NO_PROFILE).length;
            int hasty = bench.encode(ENCODER, image, lossy(90, 0), NO_PROFILE).length;
            assertTrue(poor < good, poor + " < " + good);
            assertTrue(good < hasty, good + " < " + hasty);
        }
    }

    @Test
    void encode_viewOfALargerPicture_takesOnlyItsPart() {
        try (CodecBench bench = new CodecBench();
                Image image = waves(bench, ImageSpec.of(90, 70, ColorModel.GRAY_ALPHA))
                        .cropped(new Rect(7, 5, 64, 33))) {
            byte[] file = bench.encode(ENCODER, image, lossless(4), NO_PROFILE);
            try (Image again = bench.decode(CODECS, file)) {
                assertArrayEquals(Pixels.rgba(image, 63, 32), Pixels.rgba(again, 63, 32));
            }
        }
    }

    @Test
    void encode_checkpointThatThrows_stopsTheWorkWithThatException() {
        IllegalStateException stop = new IllegalStateException("stop");
        for (EncodeOptions options : new EncodeOptions[] {lossy(80, 4), lossless(4)}) {
            for (int allowed : new int[] {0, 3, 7}) {
                int[] left = {allowed};
                try (CodecBench bench = new CodecBench();
                        Image image = waves(bench, ImageSpec.of(160, 120, ColorModel.RGBA));
                        GrowingBuffer output = bench.scope().growingBuffer(1 << 20)) {
                    CodecContext context = new CodecContext(bench.scope(), Kernels.scalar(), () -> {
                        if (left[0]-- == 0) {
                            throw stop;
                        }
                    });
                    assertSame(
                            stop,
                            assertThrows(
                                    IllegalStateException.class,
                                    () -> ENCODER.encode(image, options, NO_PROFILE, output, context)));
                }
            }
        }
    }

    @Test
    void encode_intoABufferThatIsTooSmall_saysThatStorageIsExhausted() {
        try (CodecBench bench = new CodecBench();
                Image image = waves(bench, ImageSpec.of(160, 120, ColorModel.RGBA));
                GrowingBuffer output = bench.scope().growingBuffer(100)) {
            assertThrows(
                    StorageExhaustedException.class,
                    () -> ENCODER.encode(image, lossy(80, 4), NO_PROFILE, output, bench.context()));
        }
    }

    static Stream<EncodeOptions> bothKinds() {
        return Stream.of(lossy(100, 4), lossless(4));
    }

    @ParameterizedTest
    @MethodSource("bothKinds")
    void encode_noise_staysWithinWhatWasForeseen(EncodeOptions options) {
        for (ColorModel model : ColorModel.values()) {
            ImageSpec spec = ENCODER.inputSpec(ImageSpec.of(150, 101, model), options);
            Random random = new Random(5);
            try (CodecBench bench = new CodecBench();
                    Image image = bench.image(
                            spec,
                            noise -> noise.planes().forEach(plane -> {
                                for (int y = 0; y < plane.height(); y++) {
                                    for (int x = 0; x < plane.width(); x++) {
                                        plane.setSample(x, y, random.nextInt(256));
                                    }
                                }
                            }));
                    GrowingBuffer output = bench.scope().growingBuffer(ENCODER.maxBytes(spec, options))) {
                output.room(256 << 10);
                long before = bench.scope().usedBytes();
                ENCODER.encode(image, options, NO_PROFILE, output, bench.context());
                assertEquals(before, bench.scope().usedBytes());
                long scratch = bench.scope().peakBytes() - before;
                assertTrue(scratch <= charged(ENCODER.scratchBytes(spec, options)), scratch + " for " + spec);
                assertTrue(output.length() < ENCODER.maxBytes(spec, options) - IccProfile.MAX_BYTES);
            }
        }
    }

    /** The most that storage charges for a block: its sizes are at most a quarter apart. */
    private static long charged(long bytes) {
        return bytes + bytes / 4 + 4096;
    }

    @Test
    void inputSpec_anyModel_isWhatTheFormatHolds() {
        ImageSpec cmyk = ImageSpec.of(9, 7, ColorModel.CMYK);
        assertEquals(ImageSpec.ycbcr(9, 7, ChromaSubsampling.S420), ENCODER.inputSpec(cmyk, lossy(80, 4)));
        assertEquals(ImageSpec.of(9, 7, ColorModel.RGB), ENCODER.inputSpec(cmyk, lossless(4)));
        ImageSpec full = ImageSpec.ycbcr(9, 7, ChromaSubsampling.S444);
        assertEquals(ImageSpec.ycbcr(9, 7, ChromaSubsampling.S420), ENCODER.inputSpec(full, lossy(80, 4)));
    }

    @Test
    void maxSide_always_isTheFormats() {
        assertEquals(16_383, ENCODER.maxSide());
    }

    @Test
    void encode_pictureAtTheFormatsLimit_works() {
        ImageSpec spec = ImageSpec.of(16_383, 2, ColorModel.GRAY);
        try (CodecBench bench = new CodecBench();
                Image image = waves(bench, spec)) {
            byte[] file = bench.encode(ENCODER, image, lossy(80, 4), NO_PROFILE);
            assertEquals(
                    16_383,
                    Objects.requireNonNull(WebpHeaderReader.read(MemorySegment.ofArray(file), true))
                            .width());
        }
    }

    @Test
    void encode_pictureThatMustSaveMemory_works() {
        ImageSpec spec = ImageSpec.of(8_000, 2_001, ColorModel.GRAY);
        try (CodecBench bench = new CodecBench();
                Image image = bench.image(spec, flat -> Kernels.scalar().point().fill(flat.plane(0), 77, 0, 2_001))) {
            byte[] file = bench.encode(ENCODER, image, lossy(80, 0), NO_PROFILE);
            try (Image again = bench.decode(CODECS, file)) {
                assertEquals(77, again.plane(0).sample(7_999, 2_000), 2);
            }
        }
    }
}
