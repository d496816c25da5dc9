package dev.quarry.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.quarry.image.Orientation;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ExifOrientationTest {

    private static byte[] block(ByteOrder order, int directory, int tag, int type, int count, int value) {
        ByteBuffer bytes = ByteBuffer.allocate(40).order(order);
        bytes.put(order == ByteOrder.BIG_ENDIAN ? new byte[] {'M', 'M'} : new byte[] {'I', 'I'});
        bytes.putShort((short) 42).putInt(directory).putShort((short) 2);
        bytes.putShort((short) 0x0100).putShort((short) 3).putInt(1).putInt(9);
        bytes.putShort((short) tag).putShort((short) type).putInt(count);
        bytes.putShort((short) value);
        return bytes.array();
    }

    private static Orientation read(byte[] block) {
        return ExifOrientation.read(MemorySegment.ofArray(block));
    }

    @Test
    void read_bothByteOrders_giveTheValue() {
        for (ByteOrder order : new ByteOrder[] {ByteOrder.BIG_ENDIAN, ByteOrder.LITTLE_ENDIAN}) {
            for (int value = 1; value <= 8; value++) {
                assertEquals(value, read(block(order, 8, 0x0112, 3, 1, value)).exif());
            }
        }
    }

    @Test
    void read_valuesTypesAndTagsThatDoNotFit_giveNone() {
        for (int value : new int[] {0, 9, 255, 65_535}) {
            assertEquals(Orientation.NONE, read(block(ByteOrder.BIG_ENDIAN, 8, 0x0112, 3, 1, value)));
        }
        assertEquals(Orientation.NONE, read(block(ByteOrder.BIG_ENDIAN, 8, 0x0112, 4, 1, 6)));
        assertEquals(Orientation.NONE, read(block(ByteOrder.BIG_ENDIAN, 8, 0x0112, 3, 2, 6)));
        assertEquals(Orientation.NONE, read(block(ByteOrder.BIG_ENDIAN, 8, 0x0113, 3, 1, 6)));
    }

    @Test
    void read_directoriesOutside_giveNone() {
        for (int directory : new int[] {-1, Integer.MIN_VALUE, Integer.MAX_VALUE, 40, 39, 1 << 20}) {
            assertEquals(Orientation.NONE, read(block(ByteOrder.LITTLE_ENDIAN, directory, 0x0112, 3, 1, 6)));
        }
    }

    @Test
    void read_everyCut_givesNoneUntilTheValueIsThere() {
        byte[] whole = block(ByteOrder.BIG_ENDIAN, 8, 0x0112, 3, 1, 6);
        int needed = IntStream.rangeClosed(0, whole.length)
                .filter(length -> read(Arrays.copyOf(whole, length)) == Orientation.ROTATE_90)
                .findFirst()
                .orElseThrow();
        assertEquals(10 + 2 * 12, needed);
    }
}
