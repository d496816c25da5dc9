package dev.quarry.codec.webp;

import static dev.quarry.codec.webp.WebpFiles.FLAG_ANIMATION;
import static dev.quarry.codec.webp.WebpFiles.FLAG_EXIF;
import static dev.quarry.codec.webp.WebpFiles.FLAG_ICC_PROFILE;
import static dev.quarry.codec.webp.WebpFiles.ascii;
import static dev.quarry.codec.webp.WebpFiles.chunk;
import static dev.quarry.codec.webp.WebpFiles.exif;
import static dev.quarry.codec.webp.WebpFiles.extended;
import static dev.quarry.codec.webp.WebpFiles.frame;
import static dev.quarry.codec.webp.WebpFiles.picture;
import static dev.quarry.codec.webp.WebpFiles.riff;
import static dev.quarry.codec.webp.WebpFiles.sample;
import static dev.quarry.codec.webp.WebpFiles.withNumber;
import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.codec.ByteRange;
import dev.quarry.codec.CodecBench;
import dev.quarry.codec.CorruptImageException;
import dev.quarry.codec.IccProfile;
import dev.quarry.codec.ImageFormat;
import dev.quarry.codec.ImageHeader;
import dev.quarry.image.ChromaSubsampling;
import dev.quarry.image.ColorModel;
import dev.quarry.image.Orientation;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class WebpHeaderReaderTest {

    private static final int WIDTH = 67;
    private static final int HEIGHT = 45;

    private static @Nullable ImageHeader read(byte[] bytes, boolean complete) {
        return WebpHeaderReader.read(MemorySegment.ofArray(bytes), complete);
    }

    private static ImageHeader whole(byte[] bytes) {
        return Objects.requireNonNull(read(bytes, true));
    }

    @ParameterizedTest
    @CsvSource({
        "lossy-odd.webp, YCBCR, 1, NONE",
        "lossy-alpha.webp, RGBA, 1, NONE",
        "lossless-rgb.webp, RGB, 1, NONE",
        "lossless-rgba.webp, RGBA, 1, NONE",
        "exif-icc.webp, YCBCR, 1, ROTATE_90",
        "animated.webp, YCBCR, 3, NONE"
    })
    void read_sample_tellsWhatItIs(String name, ColorModel model, int frames, Orientation orientation) {
        ImageHeader header = whole(sample(name));
        assertAll(
                () -> assertEquals(ImageFormat.WEBP, header.format()),
                () -> assertEquals(WIDTH, header.width()),
                () -> assertEquals(HEIGHT, header.height()),
                () -> assertEquals(model, header.model()),
                () -> assertEquals(
                        model == ColorModel.YCBCR ? ChromaSubsampling.S420 : ChromaSubsampling.S444,
                        header.subsampling()),
                () -> assertEquals(frames, header.frames()),
                () -> assertEquals(8, header.bitDepth()),
                () -> assertEquals(orientation, header.orientation()));
    }

    @Test
    void read_profile_isFoundAndValid() {
        byte[] bytes = sample("exif-icc.webp");
        ImageHeader header = whole(bytes);
        IccProfile profile = IccProfile.gather(MemorySegment.ofArray(bytes), header.iccProfile(), header.model());
        assertNull(profile.problem());
        assertEquals(588, profile.bytes().length);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "lossy-odd.webp",
                "lossy-alpha.webp",
                "lossless-rgb.webp",
                "lossless-rgba.webp",
                "exif-icc.webp",
                "animated.webp"
            })
    void read_everyPrefix_isNullUntilTheHeaderIsWholeAndCorruptWhenNoMoreComes(String name) {
        byte[] bytes = sample(name);
        ImageHeader expected = whole(bytes);
        int known = 0;
        for (int length = 0; length < bytes.length; length++) {
            byte[] prefix = Arrays.copyOf(bytes, length);
            ImageHeader header = read(prefix, false);
            if (header == null) {
                assertEquals(0, known, "null again after " + length + " bytes");
                readOrRefuse(prefix);
            } else {
                known++;
                assertEquals(expected, header, "after " + length + " bytes");
            }
        }
    }

    private static void readOrRefuse(byte[] cutOff) {
        try {
            assertEquals(WIDTH, whole(cutOff).width());
        } catch (CorruptImageException e) {
            assertTrue(e.detail().startsWith("The WebP is cut off"), e.detail());
        }
    }

    @Test
    void read_exifWithJpegsPreamble_isReadAllTheSame() {
        byte[] block = WebpFiles.joined(Stream.of(ascii("Exif\0\0"), exif(8)));
        byte[] file = riff(extended(FLAG_EXIF, WIDTH, HEIGHT), picture(sample("lossy-odd.webp")), chunk("EXIF", block));
        assertEquals(Orientation.ROTATE_270, whole(file).orientation());
    }

    @Test
    void read_announcedButMissingExif_isNoOrientation() {
        byte[] file = riff(extended(FLAG_EXIF, WIDTH, HEIGHT), picture(sample("lossy-odd.webp")));
        assertEquals(Orientation.NONE, whole(file).orientation());
        assertEquals(Orientation.NONE, Objects.requireNonNull(read(file, false)).orientation());
    }

    @Test
    void read_unannouncedProfileAndExif_areIgnored() {
        byte[] file = riff(
                extended(0, WIDTH, HEIGHT),
                chunk("ICCP", new byte[200]),
                picture(sample("lossy-odd.webp")),
                chunk("EXIF", exif(6)));
        assertEquals(List.of(), whole(file).iccProfile());
        assertEquals(Orientation.NONE, whole(file).orientation());
    }

    @Test
    void read_unknownChunks_areSkipped() {
        byte[] file = riff(
                extended(FLAG_ICC_PROFILE, WIDTH, HEIGHT),
                chunk("what", new byte[7]),
                chunk("ICCP", new byte[201]),
                chunk("????", new byte[0]),
                picture(sample("lossless-rgb.webp")));
        assertEquals(List.of(new ByteRange(12 + 18 + 16 + 8, 201)), whole(file).iccProfile());
        assertEquals(ColorModel.RGB, whole(file).model());
    }

    @Test
    void read_firstFrameThatLeavesCanvasFree_hasAlpha() {
        byte[] file = riff(
                extended(FLAG_ANIMATION, 100, 60),
                chunk("ANIM", new byte[6]),
                frame(20, 10, WIDTH, HEIGHT, sample("lossy-odd.webp")));
        ImageHeader header = whole(file);
        assertAll(
                () -> assertEquals(ColorModel.RGBA, header.model()),
                () -> assertEquals(100, header.width()),
                () -> assertEquals(60, header.height()),
                () -> assertEquals(1, header.frames()));
    }

    static Stream<byte[]> damaged() {
        byte[] lossy = sample("lossy-odd.webp");
        byte[] lossless = sample("lossless-rgb.webp");
        byte[] animated = sample("animated.webp");
        return Stream.of(
                CodecBench.resource("corpus/garbage.webp"),
                riff(),
                riff(extended(0, WIDTH, HEIGHT)),
                riff(chunk("ICCP", new byte[40]), picture(lossy)),
                riff(extended(0, WIDTH + 1, HEIGHT), picture(lossy)),
                riff(extended(FLAG_ANIMATION, WIDTH, HEIGHT), picture(lossy)),
                riff(extended(FLAG_ANIMATION, WIDTH, HEIGHT), frame(2, 0, WIDTH, HEIGHT, lossy)),
                riff(extended(FLAG_ANIMATION, WIDTH, HEIGHT), frame(0, 0, WIDTH - 1, HEIGHT, lossy)),
                riff(extended(FLAG_ANIMATION, WIDTH, HEIGHT), chunk("ANMF", new byte[12])),
                riff(chunk("VP8X", new byte[4]), picture(lossy)),
                riff(chunk("VP8 ", new byte[9])),
                riff(chunk("VP8 ", new byte[40])),
                riff(chunk("VP8L", new byte[40])),
                riff(chunk("ALPH", new byte[40])),
                // Sizes: of the file, of the first chunk, of the extended header, of a frame.
                withNumber(lossy, 4, 0),
                withNumber(lossy, 16, 3),
                withNumber(animated, 16, 2),
                withNumber(animated, 16, -1),
                withNumber(animated, 48, 0),
                // A frame that is no key frame; a lossless picture of an unknown version.
                withNumber(lossy, 20, lossy[20] | 1),
                withNumber(lossless, 21, 0xE0000000));
    }

    @ParameterizedTest
    @MethodSource("damaged")
    void read_damagedContainer_isCorrupt(byte[] bytes) {
        CorruptImageException refusal = assertThrows(CorruptImageException.class, () -> read(bytes, true));
        assertTrue(refusal.detail().endsWith("."), refusal.detail());
    }

    @Test
    void read_lengthsOfFourGigabytes_areNotBelieved() {
        byte[] lossy = sample("lossy-odd.webp");
        assertEquals(WIDTH, whole(withNumber(lossy, 4, -1)).width());
        assertEquals(WIDTH, whole(withNumber(lossy, 16, -1)).width());
        byte[] exif = riff(extended(FLAG_EXIF, WIDTH, HEIGHT), picture(lossy), chunk("EXIF", exif(6)));
        ImageHeader header = whole(withNumber(exif, exif.length - 26 - 4, -1));
        assertEquals(Orientation.NONE, header.orientation());
        assertEquals(WIDTH, header.width());
    }
}
