package dev.quarry.codec.png;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.codec.ByteReader;
import dev.quarry.codec.CorruptImageException;
import dev.quarry.codec.IccProfile;
import dev.quarry.codec.ImageHeader;
import dev.quarry.image.ColorModel;
import dev.quarry.image.Orientation;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class PngHeaderReaderTest {

    private static final PngLayout RGB = new PngLayout(20, 10, 8, PngColor.RGB, false, false);
    private static final byte[] SIDEWAYS = {
        'M', 'M', 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0
    };

    private static ImageHeader read(byte[] bytes) {
        return Objects.requireNonNull(PngHeaderReader.read(ByteReader.bigEndian(MemorySegment.ofArray(bytes)), true));
    }

    private static byte[] finish(TestPng png) {
        return png.picture((x, y, band) -> 0, 100).finished();
    }

    private static void assertCorrupt(byte[] bytes) {
        CorruptImageException refusal = assertThrows(CorruptImageException.class, () -> read(bytes));
        assertTrue(refusal.detail().endsWith("."), refusal.detail());
    }

    @Test
    void read_chunksBeforeThePicture_areTold() {
        ImageHeader header = read(finish(new TestPng(RGB)
                .chunk("acTL", ByteBuffer.allocate(8).putInt(12).putInt(0).array())
                .chunk("eXIf", SIDEWAYS)
                .chunk("iCCP", new byte[] {'n', 0, 0, 9})));
        assertEquals(12, header.frames());
        assertEquals(Orientation.ROTATE_90, header.orientation());
        assertEquals(1, header.iccProfile().size());
        assertEquals(SIDEWAYS.length, Objects.requireNonNull(header.exif()).length());
        assertEquals(ColorModel.RGB, header.model());
    }

    @Test
    void read_hugeFrameCount_isClamped() {
        ImageHeader header = read(finish(new TestPng(RGB)
                .chunk("acTL", new byte[] {(byte) 0xFF, (byte) 0xFF, (byte) 0xFF, (byte) 0xFF, 0, 0, 0, 0})));
        assertEquals(Integer.MAX_VALUE, header.frames());
    }

    @Test
    void read_everyPrefix_needsMoreAndNeverFails() {
        byte[] bytes = finish(new TestPng(RGB).chunk("eXIf", SIDEWAYS).chunk("tEXt", new byte[50]));
        int picture = new String(bytes, StandardCharsets.ISO_8859_1).indexOf("IDAT") + 4;
        for (int length = 8; length < picture; length++) {
            ByteReader prefix =
                    ByteReader.bigEndian(MemorySegment.ofArray(bytes).asSlice(0, length));
            assertNull(PngHeaderReader.read(prefix, false), "after " + length);
        }
        ByteReader prefix = ByteReader.bigEndian(MemorySegment.ofArray(bytes).asSlice(0, picture));
        assertEquals(
                20, Objects.requireNonNull(PngHeaderReader.read(prefix, false)).width());
    }

    @Test
    void read_damage_isCorrupt() {
        byte[] good = finish(new TestPng(RGB));
        for (int at = 8; at < 33; at++) {
            byte[] bad = good.clone();
            bad[at] ^= 0x41;
            assertCorrupt(bad);
        }
        assertCorrupt(new TestPng(RGB).finished());
        assertCorrupt(finish(new TestPng(new PngLayout(4, 4, 8, PngColor.PALETTE, false, false))));
        assertCorrupt(finish(new TestPng(RGB).chunk("PLTE", new byte[4])));
        assertCorrupt(finish(new TestPng(RGB).chunk("QRST", new byte[4])));
        assertCorrupt(finish(new TestPng(RGB).chunk("a?c1", new byte[4])));
        assertCorrupt(finish(new TestPng(new PngLayout(0, 4, 8, PngColor.RGB, false, false))));
        assertCorrupt(finish(new TestPng(new PngLayout(4, -4, 8, PngColor.RGB, false, false))));
    }

    @Test
    void read_chunkOfAGibibyteInASmallFile_isCutOffAtOnce() {
        byte[] bytes = Arrays.copyOf(new TestPng(RGB).unfinished(), 60);
        ByteBuffer.wrap(bytes).putInt(33, 1 << 30).put(37, "tEXt".getBytes(StandardCharsets.US_ASCII));
        assertCorrupt(bytes);
        assertNull(PngHeaderReader.read(ByteReader.bigEndian(MemorySegment.ofArray(bytes)), false));
    }

    @Test
    void profile_thatInflatesWithoutEnd_isIgnored() {
        assertIgnored(TestPng.deflate(new byte[IccProfile.MAX_BYTES + 1]));
        assertIgnored(new byte[] {1, 2, 3});
        assertIgnored(new byte[0]);
        assertIgnored(Arrays.copyOf(TestPng.deflate(new byte[5000]), 12));
    }

    private static void assertIgnored(byte[] compressed) {
        byte[] chunk = new byte[compressed.length + 3];
        chunk[0] = 'n';
        System.arraycopy(compressed, 0, chunk, 3, compressed.length);
        byte[] bytes = finish(new TestPng(RGB).chunk("iCCP", chunk));
        IccProfile profile = PngProfileReader.read(
                MemorySegment.ofArray(bytes), read(bytes).iccProfile().getFirst(), ColorModel.RGB);
        assertArrayEquals(new byte[0], profile.bytes());
        assertTrue(String.valueOf(profile.problem()).endsWith("it was ignored."), profile.problem());
    }
}
