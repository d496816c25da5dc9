package dev.quarry.codec.png;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.codec.CodecBench;
import dev.quarry.codec.CodecMode;
import dev.quarry.codec.EncodeOptions;
import dev.quarry.codec.Encoder;
import dev.quarry.codec.ImageFormat;
import dev.quarry.image.ChromaSubsampling;
import dev.quarry.image.ColorModel;
import dev.quarry.image.Image;
import dev.quarry.image.ImageSpec;
import dev.quarry.image.Plane;
import dev.quarry.storage.GrowingBuffer;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What holds for large pictures and for every compression. */
class PngEncoderTest {

    private static EncodeOptions compression(int compression) {
        return new EncodeOptions(80, false, ChromaSubsampling.S420, compression);
    }

    private static void grain(Image image) {
        Random random = new Random(7);
        for (Plane plane : image.planes()) {
            for (int y = 0; y < plane.height(); y++) {
                for (int x = 0; x < plane.width(); x++) {
                    plane.setSample(x, y, x / 4 + y / 8 + random.nextInt(9) & 255);
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void encode_belowAndAboveWhatIsGathered_comesBackExactlyWithinThePlannedScratch(CodecMode mode) {
        for (int height : new int[] {1000, 1100}) {
            ImageSpec spec = ImageSpec.of(2000, height, ColorModel.RGBA);
            assertEquals(height == 1000, 2008L * 4 * height <= LibDeflation.MOST_GATHERED_BYTES);
            try (CodecBench bench = new CodecBench();
                    Image image = bench.image(spec, PngEncoderTest::grain)) {
                Encoder encoder = mode.registry().encoderFor(ImageFormat.PNG).orElseThrow();
                byte[] file = encodeWithinPlan(bench, encoder, image);
                try (Image back = bench.decode(mode.registry(), file)) {
                    assertSame(image, back);
                }
            }
        }
    }

    private static byte[] encodeWithinPlan(CodecBench bench, Encoder encoder, Image image) {
        EncodeOptions options = compression(1);
        try (GrowingBuffer output = bench.scope().growingBuffer(encoder.maxBytes(image.spec(), options))) {
            output.room(encoder.maxBytes(image.spec(), options));
            long before = bench.scope().usedBytes();
            encoder.encode(image, options, new byte[0], output, bench.context());
            long planned = encoder.scratchBytes(image.spec(), options);
            // Blocks are of whole size classes, four to each doubling.
            assertTrue(bench.scope().peakBytes() - before <= planned + planned / 4 + 4096);
            return output.bytes().toArray(ValueLayout.JAVA_BYTE);
        }
    }

    private static void assertSame(Image expected, Image actual) {
        for (int band = 0; band < expected.planes().size(); band++) {
            for (int y = 0; y < expected.height(); y += 37) {
                for (int x = 0; x < expected.width(); x++) {
                    assertEquals(
                            expected.plane(band).sample(x, y),
                            actual.plane(band).sample(x, y));
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void encode_higherCompression_isNotLarger(CodecMode mode) {
        Encoder encoder = mode.registry().encoderFor(ImageFormat.PNG).orElseThrow();
        List<Integer> sizes = new ArrayList<>();
        try (CodecBench bench = new CodecBench();
                Image image = bench.image(ImageSpec.of(300, 200, ColorModel.RGB), PngEncoderTest::grain)) {
            for (int level : new int[] {0, 1, 6, 9}) {
                sizes.add(bench.encode(encoder, image, compression(level), new byte[0]).length);
            }
        }
        assertEquals(sizes.stream().sorted((a, b) -> b - a).toList(), sizes);
    }
}
