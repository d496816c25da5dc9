package dev.quarry.codec.imageio;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class SegmentInputStreamTest {

    private static SegmentInputStream threePieces() {
        return new SegmentInputStream(List.of(
                MemorySegment.ofArray(new byte[] {1, 2, 3}),
                MemorySegment.ofArray(new byte[] {4}),
                MemorySegment.ofArray(new byte[] {5, 6, 7, 8, 9})));
    }

    @Test
    void readInt_overThePiecesBorders_isWhole() throws IOException {
        try (SegmentInputStream stream = threePieces()) {
            stream.seek(1);
            assertEquals(0x02030405, stream.readInt());
            stream.seek(0);
            assertEquals(0x0102030405060708L, stream.readLong());
            assertThrows(EOFException.class, stream::readInt);
        }
    }

    @Test
    void read_moreThanThereIs_givesWhatThereIsAndThenTheEnd() throws IOException {
        try (SegmentInputStream stream = threePieces()) {
            byte[] bytes = new byte[20];
            stream.seek(2);
            assertEquals(7, stream.read(bytes, 1, 19));
            assertArrayEquals(new byte[] {0, 3, 4, 5, 6, 7, 8, 9, 0}, Arrays.copyOf(bytes, 9));
            assertEquals(-1, stream.read());
            assertEquals(9, stream.length());
        }
    }
}
