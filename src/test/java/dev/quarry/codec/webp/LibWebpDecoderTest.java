package dev.quarry.codec.webp;

import static dev.quarry.codec.webp.WebpFiles.FLAG_ANIMATION;
import static dev.quarry.codec.webp.WebpFiles.chunk;
import static dev.quarry.codec.webp.WebpFiles.extended;
import static dev.quarry.codec.webp.WebpFiles.frame;
import static dev.quarry.codec.webp.WebpFiles.picture;
import static dev.quarry.codec.webp.WebpFiles.riff;
import static dev.quarry.codec.webp.WebpFiles.sample;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.codec.CodecBench;
import dev.quarry.codec.CodecContext;
import dev.quarry.codec.CodecRegistry;
import dev.quarry.codec.CodecSettings;
import dev.quarry.codec.CorruptImageException;
import dev.quarry.codec.Decoder;
import dev.quarry.codec.ImageFormat;
import dev.quarry.codec.ImageHeader;
import dev.quarry.codec.Pixels;
import dev.quarry.image.Image;
import dev.quarry.image.Plane;
import dev.quarry.kernel.Kernels;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Objects;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LibWebpDecoderTest {

    private static final CodecRegistry CODECS = CodecRegistry.load(new CodecSettings(true));
    private static final int WIDTH = 67;
    private static final int HEIGHT = 45;

    @Test
    void library_here_tellsItsVersion() {
        Decoder decoder = CODECS.decoderFor(header(sample("lossy-odd.webp")));
        assertEquals("libwebp", decoder.library().name());
        assertTrue(decoder.library().version().matches("1\\.\\d+\\.\\d+"), decoder.library()::toString);
    }

    private static ImageHeader header(byte[] bytes) {
        return Objects.requireNonNull(WebpHeaderReader.read(MemorySegment.ofArray(bytes), true));
    }

    @Test
    void decode_lossy_givesTheLibrarysPlanesInFullRange() {
        byte[] planes = sample("lossy-odd.yuv");
        try (CodecBench bench = new CodecBench();
                Image image = bench.decode(CODECS, sample("lossy-odd.webp"))) {
            assertPlane(image.plane(0), planes, 0, 16, 219, 0);
            assertPlane(image.plane(1), planes, WIDTH * HEIGHT, 128, 224, 128);
            assertPlane(image.plane(2), planes, WIDTH * HEIGHT + 34 * 23, 128, 224, 128);
        }
    }

    private static void assertPlane(Plane plane, byte[] limited, int start, int from, int span, int to) {
        for (int y = 0; y < plane.height(); y++) {
            for (int x = 0; x < plane.width(); x++) {
                int sample = Byte.toUnsignedInt(limited[start + y * plane.width() + x]);
                double full = Math.floor((sample - from) * 255.0 / span + to + 0.5);
                int column = x;
                int row = y;
                assertEquals(
                        (int) Math.clamp(full, 0, 255), plane.sample(x, y), () -> "column " + column + ", row " + row);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"lossy-alpha", "lossless-rgb", "lossless-rgba"})
    void decode_interleavedKinds_givesTheLibrarysPixels(String name) throws IOException {
        BufferedImage expected = ImageIO.read(new ByteArrayInputStream(sample(name + ".png")));
        try (CodecBench bench = new CodecBench();
                Image image = bench.decode(CODECS, sample(name + ".webp"))) {
            assertSamePixels(expected, image, 0, 0);
        }
    }

    private static void assertSamePixels(BufferedImage expected, Image image, int left, int top) {
        for (int y = 0; y < HEIGHT; y++) {
            for (int x = 0; x < WIDTH; x++) {
                int argb = expected.getRGB(x, y);
                int[] wanted = {argb >> 16 & 255, argb >> 8 & 255, argb & 255, argb >>> 24};
                assertArrayEquals(wanted, Pixels.rgba(image, left + x, top + y), "at " + x + "," + y);
            }
        }
    }

    @Test
    void decode_animationOverTheWholeCanvas_givesItsFirstFrameAsPlanes() {
        byte[] file = sample("animated.webp");
        byte[] firstFrame = riff(Arrays.copyOfRange(file, 68, 68 + 1180));
        try (CodecBench bench = new CodecBench();
                Image animated = bench.decode(CODECS, file);
                Image still = bench.decode(CODECS, firstFrame)) {
            for (int y = 0; y < HEIGHT; y++) {
                for (int x = 0; x < WIDTH; x++) {
                    assertArrayEquals(Pixels.rgba(still, x, y), Pixels.rgba(animated, x, y));
                }
            }
        }
    }

    @Test
    void decode_frameThatLeavesCanvasFree_liesAtItsPlaceOnTransparency() throws IOException {
        BufferedImage expected = ImageIO.read(new ByteArrayInputStream(sample("lossless-rgb.png")));
        byte[] file = riff(
                extended(FLAG_ANIMATION, 100, 60),
                chunk("ANIM", new byte[6]),
                frame(20, 10, WIDTH, HEIGHT, sample("lossless-rgb.webp")),
                frame(0, 0, WIDTH, HEIGHT, sample("lossy-odd.webp")));
        try (CodecBench bench = new CodecBench();
                Image image = bench.decode(CODECS, file)) {
            assertSamePixels(expected, image, 20, 10);
            for (int y = 0; y < 60; y++) {
                for (int x = 0; x < 100; x++) {
                    if (x < 20 || x >= 20 + WIDTH || y < 10 || y >= 10 + HEIGHT) {
                        assertArrayEquals(new int[4], Pixels.rgba(image, x, y));
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"lossy-odd.webp", "lossy-alpha.webp", "lossless-rgb.webp", "lossless-rgba.webp", "animated.webp"
            })
    void decode_fileCutOffAnywhere_isCorrupt(String name) {
        byte[] file = sample(name);
        try (CodecBench bench = new CodecBench()) {
            for (int length = 16; length < file.length - 1; length += 1 + file.length / 97) {
                byte[] cut = Arrays.copyOf(file, length);
                CorruptImageException refusal =
                        assertThrows(CorruptImageException.class, () -> bench.decode(CODECS, cut));
                assertTrue(refusal.detail().startsWith("The WebP is cut off"), refusal.detail());
            }
        }
    }

    @Test
    void decode_chunkShorterThanItsPicture_isCorrupt() {
        byte[] whole = picture(sample("lossy-odd.webp"));
        byte[] half = Arrays.copyOfRange(whole, 8, whole.length / 2);
        try (CodecBench bench = new CodecBench()) {
            CorruptImageException refusal =
                    assertThrows(CorruptImageException.class, () -> bench.decode(CODECS, riff(chunk("VP8 ", half))));
            assertEquals("The WebP is damaged: its picture data ends too early.", refusal.detail());
        }
    }

    @Test
    void decode_trailingBytesOrCutOffMetadata_isNoDamage() {
        byte[] trailing = Arrays.copyOf(sample("lossy-odd.webp"), 3000);
        byte[] exif = sample("exif-icc.webp");
        try (CodecBench bench = new CodecBench();
                Image one = bench.decode(CODECS, trailing);
                Image other = bench.decode(CODECS, Arrays.copyOf(exif, exif.length - 3))) {
            assertEquals(WIDTH, one.width());
            assertEquals(WIDTH, other.width());
        }
    }

    @Test
    void decode_checkpointThatThrows_stopsTheWorkAndReturnsTheMemory() {
        IllegalStateException stop = new IllegalStateException("stop");
        for (String name : new String[] {"lossy-odd.webp", "lossless-rgba.webp"}) {
            for (int allowed = 0; allowed < 2; allowed++) {
                int[] left = {allowed};
                Runnable checkpoint = () -> {
                    if (left[0]-- == 0) {
                        throw stop;
                    }
                };
                try (CodecBench bench = new CodecBench(checkpoint)) {
                    assertSame(
                            stop, assertThrows(IllegalStateException.class, () -> bench.decode(CODECS, sample(name))));
                }
            }
        }
    }

    @Test
    void decode_interleaved_takesNoMoreScratchThanForeseen() {
        byte[] bytes = sample("lossless-rgba.webp");
        ImageHeader header = header(bytes);
        Decoder decoder = CODECS.decoderFor(header);
        try (CodecBench bench = new CodecBench()) {
            CodecContext context = new CodecContext(bench.scope(), Kernels.scalar(), () -> {});
            try (Image image = decoder.decode(bench.source(bytes), header, Decoder.FULL_SIZE, false, context)) {
                long picture = bench.scope().usedBytes();
                assertEquals(image.spec(), decoder.decodedSpec(header, Decoder.FULL_SIZE));
                // Storage's block sizes are at most a quarter apart.
                long foreseen = decoder.scratchBytes(header, Decoder.FULL_SIZE) * 5 / 4 + 4096;
                assertTrue(bench.scope().peakBytes() - picture <= foreseen);
            }
        }
    }

    @Test
    void registry_here_readsAndWritesWebp() {
        assertTrue(CODECS.readableFormats().contains(ImageFormat.WEBP));
        assertTrue(CODECS.writableFormats().contains(ImageFormat.WEBP));
    }
}
