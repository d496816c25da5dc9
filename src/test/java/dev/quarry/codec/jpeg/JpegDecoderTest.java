package dev.quarry.codec.jpeg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.codec.CodecBench;
import dev.quarry.codec.CodecMode;
import dev.quarry.codec.CorruptImageException;
import dev.quarry.codec.Pixels;
import dev.quarry.codec.UnsupportedFormatException;
import dev.quarry.image.ColorModel;
import dev.quarry.image.Image;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Decoded JPEGs of unusual kinds, and the two libraries against each other. */
class JpegDecoderTest {

    private static final byte[] ADOBE_RGB = {
        (byte) 0xFF, (byte) 0xEE, 0, 14, 'A', 'd', 'o', 'b', 'e', 0, 100, 0, 0, 0, 0, 0
    };

    private static byte[] file(String name) {
        return CodecBench.resource("corpus/" + name);
    }

    /** The file without its first segment, with another in its place. */
    private static byte[] withFirstSegment(byte[] jpeg, byte... segment) {
        int length = Byte.toUnsignedInt(jpeg[4]) << 8 | Byte.toUnsignedInt(jpeg[5]);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.write(jpeg, 0, 2);
        bytes.writeBytes(segment);
        bytes.write(jpeg, 4 + length, jpeg.length - 4 - length);
        return bytes.toByteArray();
    }

    private static int frameHeader(byte[] jpeg) {
        for (int at = 0; at < jpeg.length; at++) {
            if (jpeg[at] == (byte) 0xFF && (jpeg[at + 1] & 0xFC) == 0xC0) {
                return at;
            }
        }
        throw new IllegalArgumentException("no frame header");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "odd-444.jpg",
                "odd-422.jpg",
                "odd-420.jpg",
                "odd-440.jpg",
                "odd-411.jpg",
                "gray.jpg",
                "progressive.jpg",
                "small_640.jpg",
                "no-eoi.jpg"
            })
    void decode_byBothLibraries_givesTheSameLuma(String name) {
        try (CodecBench bench = new CodecBench();
                Image one = bench.decode(CodecMode.NATIVE.registry(), file(name));
                Image other = bench.decode(CodecMode.JAVA.registry(), file(name))) {
            Pixels.assertSamples(one.plane(0), other.plane(0), 0, name);
        }
    }

    @ParameterizedTest
    @EnumSource
    void decode_progressiveCutBeforeAScan_isRefused(CodecMode mode) {
        byte[] jpeg = file("progressive.jpg");
        int cuts = 0;
        try (CodecBench bench = new CodecBench()) {
            for (int at = frameHeader(jpeg); at < jpeg.length - 1; at++) {
                if (jpeg[at] == (byte) 0xFF && jpeg[at + 1] == (byte) 0xDA && cuts++ > 0) {
                    byte[] cut = Arrays.copyOf(jpeg, at);
                    assertThrows(CorruptImageException.class, () -> bench.decode(mode.registry(), cut), "cut at " + at);
                    byte[] cutInside = Arrays.copyOf(jpeg, at + 5);
                    assertThrows(CorruptImageException.class, () -> bench.decode(mode.registry(), cutInside));
                }
            }
            bench.decode(mode.registry(), Arrays.copyOf(jpeg, jpeg.length - 2)).close();
        }
        assertTrue(cuts > 2, cuts + " scans");
    }

    @ParameterizedTest
    @EnumSource
    void decode_rgbComponents_areTakenAsTheyAre(CodecMode mode) {
        byte[] ycbcr = file("odd-444.jpg");
        try (CodecBench bench = new CodecBench();
                Image expected = bench.decode(mode.registry(), ycbcr);
                Image rgb = bench.decode(mode.registry(), withFirstSegment(ycbcr, ADOBE_RGB))) {
            assertEquals(ColorModel.YCBCR, expected.spec().model());
            assertEquals(ColorModel.RGB, rgb.spec().model());
            for (int band = 0; band < 3; band++) {
                Pixels.assertSamples(expected.plane(band), rgb.plane(band), 0, "band " + band);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void decode_cmykWithoutAdobeMarker_isInkAsStored(CodecMode mode) {
        byte[] adobe = file("cmyk-adobe.jpg");
        try (CodecBench bench = new CodecBench();
                Image light = bench.decode(mode.registry(), adobe);
                Image ink = bench.decode(mode.registry(), withFirstSegment(adobe))) {
            assertEquals(ColorModel.CMYK, ink.spec().model());
            for (int band = 0; band < 4; band++) {
                assertEquals(
                        255, light.plane(band).sample(10, 10) + ink.plane(band).sample(10, 10));
                assertEquals(
                        255, light.plane(band).sample(80, 10) + ink.plane(band).sample(80, 10));
            }
        }
    }

    @Test
    void decode_subsamplingWithoutPlaneFunction_givesTheSameColoursByBothLibraries() {
        // 4:1:1 and 4:4:1 have the same blocks in the same order, on grids of 32×8 and 8×32 pixels.
        byte[] jpeg = file("odd-411.jpg");
        int frame = frameHeader(jpeg);
        jpeg[frame + 5] = 480 >> 8;
        jpeg[frame + 6] = (byte) 480;
        jpeg[frame + 7] = 0;
        jpeg[frame + 8] = 48;
        assertEquals(0x41, jpeg[frame + 11]);
        jpeg[frame + 11] = 0x14;
        try (CodecBench bench = new CodecBench();
                Image one = bench.decode(CodecMode.NATIVE.registry(), jpeg);
                Image other = bench.decode(CodecMode.JAVA.registry(), jpeg)) {
            assertEquals(48, one.width());
            for (int y = 0; y < 480; y += 5) {
                for (int x = 0; x < 48; x += 5) {
                    int[] expected = Pixels.rgba(other, x, y);
                    int[] actual = Pixels.rgba(one, x, y);
                    for (int band = 0; band < 3; band++) {
                        assertEquals(expected[band], actual[band], 2, x + "," + y + " " + Arrays.toString(actual));
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void decode_arithmeticCoding_givesPictureOrSaysThatItCannot(CodecMode mode) {
        try (CodecBench bench = new CodecBench();
                Image image = bench.decode(mode.registry(), file("arithmetic.jpg"))) {
            assertEquals(CodecMode.NATIVE, mode);
            assertEquals(220, Pixels.rgba(image, 8, 8)[0], 30);
        } catch (UnsupportedFormatException e) {
            assertTrue(e.detail().contains("arithmetic"), e.detail());
        }
    }

    @ParameterizedTest
    @EnumSource
    void decode_moreScansThanAllowed_isRefusedByTheirNumber(CodecMode mode) {
        byte[] jpeg = file("progressive.jpg");
        int scan = lastScan(jpeg);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.write(jpeg, 0, jpeg.length - 2);
        for (int i = 0; i < 200; i++) {
            bytes.write(jpeg, scan, jpeg.length - 2 - scan);
        }
        bytes.write(jpeg, jpeg.length - 2, 2);
        CorruptImageException refusal = refuse(mode, bytes.toByteArray());
        assertTrue(refusal.detail().contains("at most 100"), refusal.detail());
    }

    private static int lastScan(byte[] jpeg) {
        for (int at = jpeg.length - 2; at > 0; at--) {
            if (jpeg[at] == (byte) 0xFF && jpeg[at + 1] == (byte) 0xDA) {
                return at;
            }
        }
        throw new IllegalArgumentException("no scan");
    }

    @ParameterizedTest
    @EnumSource
    void decode_cutAnywhereInTheScan_isCutOff(CodecMode mode) {
        byte[] jpeg = file("odd-420.jpg");
        for (int length = lastScan(jpeg) + 20; length < jpeg.length - 20; length += 997) {
            CorruptImageException refusal = refuse(mode, Arrays.copyOf(jpeg, length));
            assertTrue(refusal.detail().contains("cut off"), refusal.detail());
        }
    }

    @ParameterizedTest
    @EnumSource
    void decode_thumbnailsEndMarkerInACutFile_isNotTakenForTheEnd(CodecMode mode) {
        byte[] jpeg = file("odd-420.jpg");
        byte[] thumbnail = {(byte) 0xFF, (byte) 0xE1, 0, 6, (byte) 0xFF, (byte) 0xD8, (byte) 0xFF, (byte) 0xD9};
        byte[] cut = Arrays.copyOf(jpeg, jpeg.length / 2);
        CorruptImageException refusal = refuse(mode, withFirstSegment(cut, thumbnail));
        assertTrue(refusal.detail().contains("cut off"), refusal.detail());
    }

    @Test
    void decode_extraBytesBeforeTheEndMarker_areHarmlessUnlessTheFileIsCut() {
        byte[] jpeg = file("odd-420.jpg");
        byte[] padded = Arrays.copyOf(jpeg, jpeg.length + 40);
        padded[jpeg.length - 1] = 0;
        padded[padded.length - 2] = (byte) 0xFF;
        padded[padded.length - 1] = (byte) 0xD9;
        for (CodecMode mode : CodecMode.values()) {
            try (CodecBench bench = new CodecBench();
                    Image image = bench.decode(mode.registry(), padded)) {
                assertEquals(161, image.width());
            }
        }
    }

    private static CorruptImageException refuse(CodecMode mode, byte[] jpeg) {
        try (CodecBench bench = new CodecBench()) {
            return assertThrows(
                    CorruptImageException.class,
                    () -> bench.decode(mode.registry(), jpeg).close());
        }
    }
}
