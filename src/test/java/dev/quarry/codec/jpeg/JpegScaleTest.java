package dev.quarry.codec.jpeg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.codec.CodecBench;
import dev.quarry.codec.CodecMode;
import dev.quarry.codec.Decoder;
import dev.quarry.codec.EncodeOptions;
import dev.quarry.codec.Encoder;
import dev.quarry.codec.ImageFormat;
import dev.quarry.codec.ImageHeader;
import dev.quarry.image.ChromaSubsampling;
import dev.quarry.image.ColorModel;
import dev.quarry.image.Image;
import dev.quarry.image.ImageSpec;
import dev.quarry.image.Plane;
import dev.quarry.image.PlaneSpec;
import dev.quarry.image.Window;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Decoding at a part of the size: the shapes are exact, and each sample is the mean of what it stands for. */
class JpegScaleTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "odd-444.jpg",
                "odd-422.jpg",
                "odd-420.jpg",
                "odd-440.jpg",
                "odd-411.jpg",
                "gray.jpg",
                "cmyk-adobe.jpg",
                "ycck-adobe.jpg",
                "progressive.jpg",
                "no-eoi.jpg",
                "small_640.jpg"
            })
    void decode_scaled_givesTheMeanOfWhatEachSampleStandsFor(String file) {
        try (CodecBench bench = new CodecBench()) {
            MemorySegment source = bench.source(CodecBench.resource("corpus/" + file));
            ImageHeader header =
                    Objects.requireNonNull(CodecMode.NATIVE.registry().readHeader(source, true));
            Decoder decoder = CodecMode.NATIVE.registry().decoderFor(header);
            try (Image full = decoder.decode(source, header, 1, true, bench.context())) {
                assertTrue(full.spec().isAligned());
                for (int denominator : decoder.scaleDenominators(header)) {
                    try (Image scaled = decoder.decode(source, header, denominator, true, bench.context())) {
                        assertScaled(full, scaled, denominator);
                    }
                }
            }
        }
    }

    private static void assertScaled(Image full, Image scaled, int denominator) {
        assertEquals(full.width(), scaled.width());
        assertEquals(full.height(), scaled.height());
        for (int band = 0; band < full.planes().size(); band++) {
            PlaneSpec whole = full.spec().planes().get(band);
            PlaneSpec part = scaled.spec().planes().get(band);
            assertEquals(
                    new Window(
                            0,
                            0,
                            whole.window().width() / denominator,
                            whole.window().height() / denominator),
                    part.window());
            assertEquals((int) Math.ceil(part.window().width()), part.width());
            assertEquals((int) Math.ceil(part.window().height()), part.height());
            double sum = 0;
            for (int y = 0; y < part.height(); y++) {
                for (int x = 0; x < part.width(); x++) {
                    double mean = mean(full.plane(band), x * denominator, y * denominator, denominator);
                    sum += Math.abs(mean - scaled.plane(band).sample(x, y));
                }
            }
            double difference = sum / part.width() / part.height();
            assertTrue(difference < 2.5, "band " + band + " of 1/" + denominator + ": " + difference);
        }
    }

    private static double mean(Plane plane, int left, int top, int side) {
        double sum = 0;
        int count = 0;
        for (int y = top; y < Math.min(plane.height(), top + side); y++) {
            for (int x = left; x < Math.min(plane.width(), left + side); x++) {
                sum += plane.sample(x, y);
                count++;
            }
        }
        return sum / count;
    }

    @ParameterizedTest
    @EnumSource(
            value = ChromaSubsampling.class,
            names = {"S444", "S420"})
    void decode_everySmallSizeAtEveryScale_fillsAllSamples(ChromaSubsampling chroma) {
        EncodeOptions options = new EncodeOptions(90, false, chroma, 6);
        Encoder encoder =
                CodecMode.NATIVE.registry().encoderFor(ImageFormat.JPEG).orElseThrow();
        for (int width = 1; width <= 19; width += 2) {
            for (int height = 1; height <= 34; height += 3) {
                ImageSpec spec = encoder.inputSpec(ImageSpec.of(width, height, ColorModel.RGB), options);
                try (CodecBench bench = new CodecBench();
                        Image image = bench.image(spec, JpegScaleTest::fill)) {
                    checkSmall(bench, bench.encode(encoder, image, options, new byte[0]));
                }
            }
        }
    }

    private static void fill(Image image) {
        image.planes().forEach(plane -> {
            for (int y = 0; y < plane.height(); y++) {
                plane.memory().asSlice(plane.row(y), plane.width()).fill((byte) 90);
            }
        });
    }

    private static void checkSmall(CodecBench bench, byte[] file) {
        MemorySegment source = bench.source(file);
        ImageHeader header = Objects.requireNonNull(CodecMode.NATIVE.registry().readHeader(source, true));
        Decoder decoder = CodecMode.NATIVE.registry().decoderFor(header);
        for (int denominator : decoder.scaleDenominators(header)) {
            try (Image scaled = decoder.decode(source, header, denominator, true, bench.context())) {
                int first = scaled.plane(0).sample(0, 0);
                for (Plane plane : scaled.planes()) {
                    int expected = plane.sample(0, 0);
                    assertEquals(expected, plane.sample(plane.width() - 1, plane.height() - 1), 3);
                }
                assertTrue(first > 60 && first < 200, header.width() + "x" + header.height() + ": " + first);
            }
        }
    }

    @Test
    void denominators_whereTheLibraryWouldTakeAnotherScale_areLeftOut() {
        assertEquals(List.of(1, 2, 4, 8), JpegShapes.denominators(640, 480));
        assertEquals(List.of(1, 2, 4, 8), JpegShapes.denominators(1, 480));
        assertEquals(List.of(1), JpegShapes.denominators(1, 1));
        // Of 3 columns five eighths make 2 as one half does, and one quarter makes 1 as one eighth does.
        assertEquals(List.of(1, 4), JpegShapes.denominators(3, 3));
    }
}
