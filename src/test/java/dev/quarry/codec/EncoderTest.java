package dev.quarry.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.quarry.image.ChromaSubsampling;
import dev.quarry.image.ColorModel;
import dev.quarry.image.Image;
import dev.quarry.image.ImageSpec;
import dev.quarry.image.Plane;
import dev.quarry.storage.GrowingBuffer;
import dev.quarry.storage.StorageExhaustedException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What the encoders write, read back by both decoders. */
class EncoderTest {

    private static final int[][] SIZES = {{1, 1}, {2, 3}, {7, 5}, {16, 16}, {17, 33}, {200, 131}};

    static Stream<Arguments> pngs() {
        List<Arguments> all = new ArrayList<>();
        for (CodecMode mode : CodecMode.values()) {
            for (ColorModel model : List.of(ColorModel.GRAY, ColorModel.GRAY_ALPHA, ColorModel.RGB, ColorModel.RGBA)) {
                for (int[] size : SIZES) {
                    all.add(arguments(mode, ImageSpec.of(size[0], size[1], model)));
                }
            }
        }
        return all.stream();
    }

    @ParameterizedTest
    @MethodSource("pngs")
    void png_everyModelLevelAndOrder_comesBackExactly(CodecMode mode, ImageSpec spec) {
        try (CodecBench bench = new CodecBench();
                Image image = bench.image(spec, EncoderTest::noise)) {
            Encoder encoder = encoder(mode, ImageFormat.PNG);
            for (boolean progressive : new boolean[] {false, true}) {
                for (int level : new int[] {0, 6, 9}) {
                    EncodeOptions options = new EncodeOptions(80, progressive, ChromaSubsampling.S420, level);
                    byte[] file = bench.encode(encoder, image, options, new byte[0]);
                    assertTrue(file.length <= encoder.maxBytes(spec, options));
                    assertEquals(progressive, header(bench, mode, file).staged());
                    assertSamePixels(bench, image, file);
                }
            }
        }
    }

    private static void assertSamePixels(CodecBench bench, Image image, byte[] file) {
        for (CodecMode reader : CodecMode.values()) {
            try (Image back = bench.decode(reader.registry(), file)) {
                assertEquals(image.spec(), back.spec());
                for (int band = 0; band < image.planes().size(); band++) {
                    assertArrayEquals(samples(image.plane(band)), samples(back.plane(band)));
                }
            }
        }
    }

    private static byte[] samples(Plane plane) {
        byte[] all = new byte[plane.width() * plane.height()];
        for (int y = 0; y < plane.height(); y++) {
            MemorySegment.copy(
                    plane.memory(), ValueLayout.JAVA_BYTE, plane.row(y), all, y * plane.width(), plane.width());
        }
        return all;
    }

    static Stream<Arguments> jpegs() {
        List<Arguments> all = new ArrayList<>();
        for (CodecMode mode : CodecMode.values()) {
            for (ChromaSubsampling chroma : List.of(ChromaSubsampling.S420, ChromaSubsampling.S444)) {
                for (boolean progressive : new boolean[] {false, true}) {
                    for (int[] size : SIZES) {
                        all.add(arguments(mode, ImageSpec.of(size[0], size[1], ColorModel.RGB), chroma, progressive));
                        all.add(arguments(mode, ImageSpec.of(size[0], size[1], ColorModel.GRAY), chroma, progressive));
                    }
                }
            }
        }
        return all.stream();
    }

    @ParameterizedTest
    @MethodSource("jpegs")
    void jpeg_smoothPicture_comesBackAlike(
            CodecMode mode, ImageSpec picture, ChromaSubsampling chroma, boolean progressive) {
        Encoder encoder = encoder(mode, ImageFormat.JPEG);
        EncodeOptions options = new EncodeOptions(95, progressive, chroma, 6);
        ImageSpec spec = encoder.inputSpec(picture, options);
        try (CodecBench bench = new CodecBench();
                Image image = bench.image(spec, EncoderTest::smooth)) {
            byte[] file = bench.encode(encoder, image, options, new byte[0]);
            ImageHeader header = header(bench, mode, file);
            boolean gray = picture.model() == ColorModel.GRAY;
            assertEquals(gray ? ColorModel.GRAY : ColorModel.YCBCR, header.model());
            assertEquals(gray ? null : chroma, header.subsampling());
            assertEquals(progressive, header.staged());
            assertTrue(file.length <= encoder.maxBytes(spec, options));
            for (CodecMode reader : CodecMode.values()) {
                assertAlike(bench, image, reader, file);
            }
        }
    }

    private static void assertAlike(CodecBench bench, Image image, CodecMode reader, byte[] file) {
        try (Image back = bench.decode(reader.registry(), file)) {
            for (int y = 0; y < image.height(); y += 3) {
                for (int x = 0; x < image.width(); x += 3) {
                    int[] expected = Pixels.rgba(image, x, y);
                    int[] actual = Pixels.rgba(back, x, y);
                    for (int band = 0; band < 3; band++) {
                        assertEquals(expected[band], actual[band], 12, x + "," + y);
                    }
                }
            }
        }
    }

    private static void noise(Image image) {
        Random random = new Random(5);
        for (Plane plane : image.planes()) {
            for (int y = 0; y < plane.height(); y++) {
                for (int x = 0; x < plane.width(); x++) {
                    plane.setSample(x, y, random.nextInt(4) == 0 ? random.nextInt(256) : x);
                }
            }
        }
    }

    /** Slow waves: luma up and down, colour a little. */
    private static void smooth(Image image) {
        for (int band = 0; band < image.planes().size(); band++) {
            Plane plane = image.plane(band);
            double stepX = (double) image.width() / plane.width();
            double stepY = (double) image.height() / plane.height();
            for (int y = 0; y < plane.height(); y++) {
                for (int x = 0; x < plane.width(); x++) {
                    double wave = Math.sin(x * stepX / 40 + band) + Math.cos(y * stepY / 50 - band);
                    plane.setSample(x, y, (int) (128 + 30 * wave));
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void jpeg_whatLayBehindThePlanes_isNotInTheFile(CodecMode mode) {
        Encoder encoder = encoder(mode, ImageFormat.JPEG);
        EncodeOptions options = new EncodeOptions(90, false, ChromaSubsampling.S420, 6);
        ImageSpec spec = encoder.inputSpec(ImageSpec.of(33, 17, ColorModel.RGB), options);
        List<byte[]> files = new ArrayList<>();
        for (int debris : new int[] {0, 0xAA, 0xFF}) {
            try (CodecBench bench = new CodecBench()) {
                bench.image(spec, image -> soil(image, debris)).close();
                try (Image image = bench.image(spec, fresh -> {
                    soil(fresh, debris);
                    smooth(fresh);
                })) {
                    files.add(bench.encode(encoder, image, options, new byte[0]));
                }
            }
        }
        assertArrayEquals(files.get(0), files.get(1));
        assertArrayEquals(files.get(0), files.get(2));
    }

    /** Fills the planes with everything that codecs may touch around them. */
    private static void soil(Image image, int debris) {
        for (int band = 0; band < image.planes().size(); band++) {
            Plane plane = image.plane(band);
            int rows = image.spec().rowShapes().get(band).rows();
            for (int y = 0; y < rows; y++) {
                plane.memory()
                        .asSlice(plane.row(0) + (long) y * plane.strideBytes(), plane.width() + 32L)
                        .fill((byte) debris);
            }
        }
    }

    static Stream<Arguments> writers() {
        return Arrays.stream(CodecMode.values())
                .flatMap(mode -> Stream.of(ImageFormat.JPEG, ImageFormat.PNG).map(format -> arguments(mode, format)));
    }

    @ParameterizedTest
    @MethodSource("writers")
    void profile_largerThanOneSegment_comesBackExactly(CodecMode mode, ImageFormat format) {
        Encoder encoder = encoder(mode, format);
        EncodeOptions options = new EncodeOptions(80, false, ChromaSubsampling.S420, 6);
        ImageSpec spec = encoder.inputSpec(ImageSpec.of(40, 30, ColorModel.RGB), options);
        byte[] profile = TestProfile.of(150_000, "RGB ");
        try (CodecBench bench = new CodecBench();
                Image image = bench.image(spec, EncoderTest::smooth)) {
            byte[] file = bench.encode(encoder, image, options, profile);
            IccProfile read = mode.registry().iccProfile(header(bench, mode, file), bench.source(file));
            assertNull(read.problem());
            assertArrayEquals(profile, read.bytes());
            for (CodecMode reader : CodecMode.values()) {
                bench.decode(reader.registry(), file).close();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("writers")
    void encode_intoFullBuffer_throwsWhatTheBufferThrows(CodecMode mode, ImageFormat format) {
        Encoder encoder = encoder(mode, format);
        EncodeOptions options = new EncodeOptions(80, false, ChromaSubsampling.S420, 6);
        ImageSpec spec = encoder.inputSpec(ImageSpec.of(200, 200, ColorModel.RGB), options);
        try (CodecBench bench = new CodecBench();
                Image image = bench.image(spec, EncoderTest::noise);
                GrowingBuffer output = bench.scope().growingBuffer(300)) {
            assertThrows(
                    StorageExhaustedException.class,
                    () -> encoder.encode(image, options, new byte[0], output, bench.context()));
        }
    }

    @ParameterizedTest
    @MethodSource("writers")
    void encode_cancelled_stops(CodecMode mode, ImageFormat format) {
        Encoder encoder = encoder(mode, format);
        EncodeOptions options = new EncodeOptions(80, false, ChromaSubsampling.S420, 6);
        ImageSpec spec = encoder.inputSpec(ImageSpec.of(200, 200, ColorModel.RGB), options);
        try (CodecBench bench = new CodecBench(() -> {
                    throw new CancellationException();
                });
                Image image = bench.image(spec, EncoderTest::noise)) {
            assertThrows(CancellationException.class, () -> bench.encode(encoder, image, options, new byte[0]));
        }
    }

    @ParameterizedTest
    @EnumSource
    void expectedBytes_ofAPhotograph_areNotExceeded(CodecMode mode) {
        Encoder encoder = encoder(mode, ImageFormat.JPEG);
        try (CodecBench bench = new CodecBench();
                Image photo = bench.decode(mode.registry(), CodecBench.resource("corpus/small_640.jpg"))) {
            for (int quality : new int[] {30, 60, 80, 90, 95, 100}) {
                EncodeOptions options = new EncodeOptions(quality, false, ChromaSubsampling.S420, 6);
                ImageSpec spec = encoder.inputSpec(photo.spec(), options);
                try (Image input = bench.image(spec, image -> copyColors(photo, image))) {
                    byte[] file = bench.encode(encoder, input, options, new byte[0]);
                    assertTrue(file.length <= encoder.expectedBytes(spec, options), quality + ": " + file.length);
                }
            }
        }
    }

    /** Copies a photograph's planes where they are alike, else its colours as red, green, blue. */
    private static void copyColors(Image from, Image to) {
        boolean alike = from.spec().equals(to.spec());
        for (int band = 0; band < 3; band++) {
            Plane plane = to.plane(band);
            for (int y = 0; y < plane.height(); y++) {
                for (int x = 0; x < plane.width(); x++) {
                    plane.setSample(x, y, alike ? from.plane(band).sample(x, y) : Pixels.rgba(from, x, y)[band]);
                }
            }
        }
    }

    private static Encoder encoder(CodecMode mode, ImageFormat format) {
        return mode.registry().encoderFor(format).orElseThrow();
    }

    private static ImageHeader header(CodecBench bench, CodecMode mode, byte[] file) {
        return Objects.requireNonNull(mode.registry().readHeader(bench.source(file), true));
    }
}
