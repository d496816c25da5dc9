package dev.quarry.codec.webp;

import static dev.quarry.codec.webp.WebpFiles.FLAG_ANIMATION;
import static dev.quarry.codec.webp.WebpFiles.chunk;
import static dev.quarry.codec.webp.WebpFiles.extended;
import static dev.quarry.codec.webp.WebpFiles.frame;
import static dev.quarry.codec.webp.WebpFiles.riff;
import static dev.quarry.codec.webp.WebpFiles.sample;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.codec.CodecBench;
import dev.quarry.codec.CodecRegistry;
import dev.quarry.codec.CodecSettings;
import dev.quarry.codec.CorruptImageException;
import dev.quarry.codec.ImageFormat;
import dev.quarry.codec.Pixels;
import dev.quarry.image.Image;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlatformWebpDecoderTest {

    private static final CodecRegistry CODECS = CodecRegistry.load(new CodecSettings(false));
    private static final CodecRegistry LIBRARY = CodecRegistry.load(new CodecSettings(true));

    @Test
    void registry_withoutLibrary_readsButDoesNotWrite() {
        assertTrue(CODECS.readableFormats().contains(ImageFormat.WEBP));
        assertTrue(CODECS.encoderFor(ImageFormat.WEBP).isEmpty());
        assertTrue(CODECS.libraries().stream()
                .anyMatch(library -> library.library().equals("libwebp") && !library.isAvailable()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"lossless-rgb.webp", "lossless-rgba.webp"})
    void decode_lossless_givesThePixelsThatLibwebpGives(String name) {
        try (CodecBench bench = new CodecBench();
                Image expected = bench.decode(LIBRARY, sample(name));
                Image actual = bench.decode(CODECS, sample(name))) {
            assertSamePixels(expected, actual);
        }
    }

    private static void assertSamePixels(Image expected, Image actual) {
        for (int y = 0; y < expected.height(); y++) {
            for (int x = 0; x < expected.width(); x++) {
                assertArrayEquals(Pixels.rgba(expected, x, y), Pixels.rgba(actual, x, y), "at " + x + "," + y);
            }
        }
    }

    /** Each has its own way to bring chroma to full size. */
    @ParameterizedTest
    @ValueSource(strings = {"lossy-odd.webp", "lossy-alpha.webp", "exif-icc.webp", "animated.webp"})
    void decode_lossy_givesNearlyThePixelsThatLibwebpGives(String name) {
        try (CodecBench bench = new CodecBench();
                Image expected = bench.decode(LIBRARY, sample(name));
                Image actual = bench.decode(CODECS, sample(name))) {
            double error = 0;
            for (int y = 0; y < expected.height(); y++) {
                for (int x = 0; x < expected.width(); x++) {
                    int[] wanted = Pixels.rgba(expected, x, y);
                    int[] given = Pixels.rgba(actual, x, y);
                    assertEquals(wanted[3], given[3]);
                    for (int band = 0; band < 3; band++) {
                        error += Math.pow(wanted[band] - given[band], 2);
                    }
                }
            }
            double decibels = 10 * Math.log10(255 * 255 * 3.0 * expected.spec().pixels() / error);
            assertTrue(decibels > 36, decibels + " dB");
        }
    }

    @Test
    void decode_frameThatLeavesCanvasFree_equalsLibwebp() {
        byte[] file = riff(
                extended(FLAG_ANIMATION, 100, 60),
                chunk("ANIM", new byte[6]),
                frame(20, 10, 67, 45, sample("lossless-rgb.webp")));
        try (CodecBench bench = new CodecBench();
                Image expected = bench.decode(LIBRARY, file);
                Image actual = bench.decode(CODECS, file)) {
            assertSamePixels(expected, actual);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"lossy-odd.webp", "lossy-alpha.webp", "lossless-rgb.webp", "animated.webp"})
    void decode_fileCutOffAnywhere_isCorrupt(String name) {
        byte[] file = sample(name);
        try (CodecBench bench = new CodecBench()) {
            for (int length = 16; length < file.length - 1; length += 1 + file.length / 41) {
                byte[] cut = Arrays.copyOf(file, length);
                assertThrows(CorruptImageException.class, () -> bench.decode(CODECS, cut));
            }
        }
    }
}
