package dev.quarry.codec.webp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.quarry.codec.CodecBench;
import dev.quarry.image.ChromaSubsampling;
import dev.quarry.image.Image;
import dev.quarry.image.ImageSpec;
import dev.quarry.image.Plane;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;

class WebpRangeTest {

    private static final ImageSpec EVERY_SAMPLE = ImageSpec.ycbcr(256, 1, ChromaSubsampling.S444);

    private final WebpRange range = new WebpRange();

    @Test
    void toFull_everySample_isTheFormulaRoundedHalfUp() {
        try (CodecBench bench = new CodecBench();
                Image image = ramp(bench)) {
            range.toFull(image.planes(), bench.context());
            assertSamples(image.plane(0), y -> rounded((y - 16) * 255 / 219.0));
            assertSamples(image.plane(1), c -> rounded((c - 128) * 255 / 224.0 + 128));
            assertSamples(image.plane(2), c -> rounded((c - 128) * 255 / 224.0 + 128));
        }
    }

    @Test
    void toLimited_everySample_isTheFormulaRoundedHalfUp() {
        try (CodecBench bench = new CodecBench();
                Image image = ramp(bench)) {
            range.lumaToLimited(image.plane(0), image.plane(0), bench.context());
            range.chromaToLimited(image.plane(1), image.plane(2), bench.context());
            assertSamples(image.plane(0), y -> rounded(y * 219 / 255.0 + 16));
            assertSamples(image.plane(1), c -> c);
            assertSamples(image.plane(2), c -> rounded((c - 128) * 224 / 255.0 + 128));
        }
    }

    @Test
    void toFullAndBack_everySampleOfTheLimitedRange_isGivenBack() {
        try (CodecBench bench = new CodecBench();
                Image image = ramp(bench)) {
            range.toFull(image.planes(), bench.context());
            range.lumaToLimited(image.plane(0), image.plane(0), bench.context());
            range.chromaToLimited(image.plane(1), image.plane(1), bench.context());
            assertSamples(image.plane(0), y -> Math.clamp(y, 16, 235));
            assertSamples(image.plane(1), c -> Math.clamp(c, 16, 240));
        }
    }

    private static Image ramp(CodecBench bench) {
        return bench.image(EVERY_SAMPLE, image -> {
            for (Plane plane : image.planes()) {
                for (int x = 0; x < 256; x++) {
                    plane.setSample(x, 0, x);
                }
            }
        });
    }

    private static void assertSamples(Plane plane, IntUnaryOperator expected) {
        for (int sample = 0; sample < 256; sample++) {
            int from = sample;
            assertEquals(expected.applyAsInt(sample), plane.sample(sample, 0), () -> "of " + from);
        }
    }

    private static int rounded(double value) {
        return (int) Math.clamp(Math.floor(value + 0.5), 0, 255);
    }
}
