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
import org.junit.jupiter.params.provider.CsvSource;
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
            try (Image full = decoder.decode(source, header, Decoder.FULL_SIZE, true, bench.context())) {
                assertTrue(full.spec().isAligned());
                for (int eighths : decoder.scales(header)) {
                    try (Image scaled = decoder.decode(source, header, eighths, true, bench.context())) {
                        assertScaled(full, scaled, eighths);
                    }
                }
            }
        }
    }

    private static void assertScaled(Image full, Image scaled, int eighths) {
        assertEquals(full.width(), scaled.width());
        assertEquals(full.height(), scaled.height());
        for (int band = 0; band < full.planes().size(); band++) {
            PlaneSpec whole = full.spec().planes().get(band);
            PlaneSpec part = scaled.spec().planes().get(band);
            assertEquals(
                    new Window(
                            0,
                            0,
                            whole.window().width() * eighths / Decoder.FULL_SIZE,
                            whole.window().height() * eighths / Decoder.FULL_SIZE),
                    part.window());
            assertEquals((int) Math.ceil(part.window().width()), part.width());
            assertEquals((int) Math.ceil(part.window().height()), part.height());
            double side = (double) Decoder.FULL_SIZE / eighths;
            double sum = 0;
            for (int y = 0; y < part.height(); y++) {
                for (int x = 0; x < part.width(); x++) {
                    double mean = mean(full.plane(band), x * side, y * side, side);
                    sum += Math.abs(mean - scaled.plane(band).sample(x, y));
                }
            }
            double difference = sum / part.width() / part.height();
            assertTrue(difference < 2.5, "band " + band + " of " + eighths + "/8: " + difference);
        }
    }

    /** The mean of a square; of samples at its edges counts the part that is inside. */
    private static double mean(Plane plane, double left, double top, double side) {
        double sum = 0;
        double area = 0;
        for (int y = (int) top; y < Math.min(plane.height(), top + side); y++) {
            for (int x = (int) left; x < Math.min(plane.width(), left + side); x++) {
                double part = part(x, left, side) * part(y, top, side);
                sum += part * plane.sample(x, y);
                area += part;
            }
        }
        return sum / area;
    }

    private static double part(int at, double from, double length) {
        return Math.min(at + 1, from + length) - Math.max(at, from);
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
        for (int eighths : decoder.scales(header)) {
            try (Image scaled = decoder.decode(source, header, eighths, true, bench.context())) {
                int first = scaled.plane(0).sample(0, 0);
                for (Plane plane : scaled.planes()) {
                    int expected = plane.sample(0, 0);
                    assertEquals(expected, plane.sample(plane.width() - 1, plane.height() - 1), 3);
                }
                assertTrue(first > 60 && first < 200, header.width() + "x" + header.height() + ": " + first);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"odd-420.jpg, true", "gray.jpg, true", "progressive.jpg, false", "cmyk-adobe.jpg, false"})
    void scales_haveThreeEighths_onlyWhereTheLibraryIsNotNeeded(String file, boolean expected) {
        try (CodecBench bench = new CodecBench()) {
            MemorySegment source = bench.source(CodecBench.resource("corpus/" + file));
            ImageHeader header =
                    Objects.requireNonNull(CodecMode.NATIVE.registry().readHeader(source, true));
            Decoder decoder = CodecMode.NATIVE.registry().decoderFor(header);
            assertEquals(expected, decoder.scales(header).contains(3));
        }
    }

    @Test
    void scales_whereTheLibraryWouldTakeAnotherScale_areLeftOut() {
        assertEquals(List.of(8, 4, 3, 2, 1), JpegShapes.scales(640, 480));
        assertEquals(List.of(8, 4, 3, 2, 1), JpegShapes.scales(1, 480));
        assertEquals(List.of(8), JpegShapes.scales(1, 1));
        // Of 3 columns five eighths make 2 as one half and three eighths do, and one quarter makes 1 as one eighth
        // does.
        assertEquals(List.of(8, 2), JpegShapes.scales(3, 3));
    }
}
