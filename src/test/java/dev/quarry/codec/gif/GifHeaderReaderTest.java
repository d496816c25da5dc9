package dev.quarry.codec.gif;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.codec.ByteReader;
import dev.quarry.codec.CorruptImageException;
import dev.quarry.codec.ImageHeader;
import dev.quarry.image.ColorModel;
import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class GifHeaderReaderTest {

    private static final int[] TWO_COLORS = {0, 0, 0, 255, 255, 255};
    private static final int[] CONTROL_CLEAR_1 = {0x21, 0xF9, 4, 1, 0, 0, 1, 0};
    private static final int[] COMMENT = {0x21, 0xFE, 3, 'a', 'b', 'c', 2, 'd', 'e', 0};
    private static final int[] PIXELS = {2, 2, 0x44, 0x01, 0};

    private static byte[] gif(int width, int height, int[]... blocks) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes("GIF89a".getBytes(StandardCharsets.US_ASCII));
        put(bytes, width & 255, width >> 8, height & 255, height >> 8, 0x80, 0, 0);
        put(bytes, TWO_COLORS);
        for (int[] block : blocks) {
            put(bytes, block);
        }
        return bytes.toByteArray();
    }

    private static void put(ByteArrayOutputStream bytes, int... values) {
        for (int value : values) {
            bytes.write(value);
        }
    }

    private static int[] frame(int left, int top, int width, int height, int flags) {
        return new int[] {0x2C, left, 0, top, 0, width, 0, height, 0, flags};
    }

    private static ImageHeader read(byte[] bytes) {
        return Objects.requireNonNull(GifHeaderReader.read(ByteReader.bigEndian(MemorySegment.ofArray(bytes)), true));
    }

    @Test
    void read_frames_areCountedInTheBytesThatAreThere() {
        byte[] bytes = gif(
                10,
                8,
                COMMENT,
                frame(0, 0, 10, 8, 0),
                PIXELS,
                CONTROL_CLEAR_1,
                frame(1, 1, 2, 2, 0),
                PIXELS,
                new int[] {0x3B});
        assertEquals(2, read(bytes).frames());
        assertEquals(1, read(Arrays.copyOf(bytes, bytes.length - 24)).frames());
    }

    @Test
    void read_firstFrame_tellsModelAndOrder() {
        assertEquals(
                ColorModel.RGB,
                read(gif(10, 8, frame(0, 0, 10, 8, 0x40), PIXELS)).model());
        assertTrue(read(gif(10, 8, frame(0, 0, 10, 8, 0x40), PIXELS)).staged());
        assertEquals(
                ColorModel.RGBA, read(gif(10, 8, frame(1, 0, 9, 8, 0), PIXELS)).model());
        assertEquals(
                ColorModel.RGBA,
                read(gif(10, 8, CONTROL_CLEAR_1, frame(0, 0, 10, 8, 0), PIXELS)).model());
    }

    @Test
    void read_frameBeyondTheCanvas_widensIt() {
        ImageHeader header = read(gif(0, 0, frame(3, 4, 10, 8, 0), PIXELS));
        assertEquals(13, header.width());
        assertEquals(12, header.height());
    }

    @Test
    void read_everyPrefix_needsMoreAndNeverFails() {
        byte[] bytes = gif(10, 8, COMMENT, CONTROL_CLEAR_1, frame(0, 0, 10, 8, 0));
        for (int length = 6; length < bytes.length; length++) {
            ByteReader prefix =
                    ByteReader.bigEndian(MemorySegment.ofArray(bytes).asSlice(0, length));
            assertNull(GifHeaderReader.read(prefix, false), "after " + length);
            assertThrows(CorruptImageException.class, () -> GifHeaderReader.read(prefix, true));
        }
    }

    @Test
    void read_damage_isCorrupt() {
        assertThrows(CorruptImageException.class, () -> read(gif(10, 8, frame(0, 0, 0, 8, 0), PIXELS)));
        assertThrows(CorruptImageException.class, () -> read(gif(10, 8, new int[] {0x99}, frame(0, 0, 10, 8, 0))));
        assertThrows(CorruptImageException.class, () -> read(gif(10, 8, new int[] {0x3B})));
    }
}
