package dev.quarry.codec.imageio;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.quarry.codec.ByteReader;
import dev.quarry.codec.CodecBench;
import dev.quarry.codec.CorruptImageException;
import dev.quarry.codec.ImageHeader;
import dev.quarry.codec.UnsupportedFormatException;
import dev.quarry.image.ColorModel;
import dev.quarry.image.Orientation;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class TiffHeaderReaderTest {

    private static final Map<Integer, Integer> GRAY =
            Map.of(256, 20, 257, 10, 258, 8, 259, 1, 262, 1, 273, 8, 277, 1, 278, 10, 279, 200);

    /** A TIFF of one directory at the end, as many programs write it; tags of one 16-bit number each. */
    private static byte[] tiff(ByteOrder order, Map<Integer, Integer> tags) {
        ByteBuffer bytes =
                ByteBuffer.allocate(8 + 200 + 2 + 12 * tags.size() + 4).order(order);
        bytes.put(order == ByteOrder.BIG_ENDIAN ? new byte[] {'M', 'M'} : new byte[] {'I', 'I'});
        bytes.putShort((short) 42).putInt(208).position(208).putShort((short) tags.size());
        new TreeMap<>(tags)
                .forEach((tag, value) -> bytes.putShort((short) (int) tag)
                        .putShort((short) 3)
                        .putInt(1)
                        .putShort((short) (int) value)
                        .putShort((short) 0));
        return bytes.array();
    }

    private static byte[] with(int tag, int value) {
        Map<Integer, Integer> tags = new TreeMap<>(GRAY);
        tags.put(tag, value);
        return tiff(ByteOrder.LITTLE_ENDIAN, tags);
    }

    private static ImageHeader read(byte[] bytes) {
        return Objects.requireNonNull(TiffHeaderReader.read(ByteReader.bigEndian(MemorySegment.ofArray(bytes)), true));
    }

    @Test
    void read_bothByteOrders_tellTheSame() {
        ImageHeader little = read(tiff(ByteOrder.LITTLE_ENDIAN, GRAY));
        assertEquals(20, little.width());
        assertEquals(10, little.height());
        assertEquals(ColorModel.GRAY, little.model());
        assertEquals(little, read(tiff(ByteOrder.BIG_ENDIAN, GRAY)));
    }

    @Test
    void read_orientationAndPages_areTold() {
        assertEquals(Orientation.ROTATE_270, read(with(274, 8)).orientation());
        assertEquals(Orientation.NONE, read(with(274, 99)).orientation());
        assertEquals(2, read(CodecBench.resource("corpus/two-pages.tiff")).frames());
    }

    @Test
    void read_directoryBeyondThePrefix_needsMore() {
        byte[] bytes = tiff(ByteOrder.LITTLE_ENDIAN, GRAY);
        for (int length = 4; length < bytes.length; length++) {
            ByteReader prefix =
                    ByteReader.bigEndian(MemorySegment.ofArray(bytes).asSlice(0, length));
            assertNull(TiffHeaderReader.read(prefix, false), "after " + length);
            assertThrows(CorruptImageException.class, () -> TiffHeaderReader.read(prefix, true));
        }
    }

    @Test
    void read_kindsThatAreNotRead_areUnsupported() {
        for (int[] change : new int[][] {{259, 7}, {259, 6}, {258, 32}, {258, 3}, {262, 6}, {262, 8}, {339, 3}}) {
            assertThrows(
                    UnsupportedFormatException.class,
                    () -> read(with(change[0], change[1])),
                    () -> Arrays.toString(change));
        }
    }

    @Test
    void read_contradictions_areCorrupt() {
        for (int[] change : new int[][] {{256, 0}, {257, 0}, {278, 1}, {322, 16}}) {
            assertThrows(
                    CorruptImageException.class, () -> read(with(change[0], change[1])), () -> Arrays.toString(change));
        }
    }
}
