package dev.quarry.codec.jpeg;

import dev.quarry.storage.GrowingBuffer;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;

/** Puts an ICC profile into a JPEG as APP2 segments (ICC.1, annex B.4). */
final class JpegProfileWriter {

    /** The start marker and the JFIF segment, which every encoder here writes first: the profile goes behind them. */
    static final int HEAD_BYTES = 20;

    private static final byte[] NAME = "ICC_PROFILE\0".getBytes(StandardCharsets.US_ASCII);
    private static final int MOST_PIECE_BYTES = 65_519;
    private static final int LENGTH_BYTES = 2;
    private static final int COUNTER_BYTES = 2;

    private JpegProfileWriter() {}

    /** The bytes that the segments of a profile take. */
    static long segmentBytes(long profileBytes) {
        long pieces = Math.ceilDiv(profileBytes, MOST_PIECE_BYTES);
        return profileBytes + pieces * (2L + LENGTH_BYTES + NAME.length + COUNTER_BYTES);
    }

    /** Appends a whole JPEG with the profile. */
    static void append(MemorySegment jpeg, byte[] profile, GrowingBuffer output) {
        output.append(jpeg.asSlice(0, HEAD_BYTES));
        appendSegments(profile, output);
        output.append(jpeg.asSlice(HEAD_BYTES));
    }

    /** Appends the profile's segments. */
    static void appendSegments(byte[] profile, GrowingBuffer output) {
        int pieces = Math.ceilDiv(profile.length, MOST_PIECE_BYTES);
        for (int piece = 0; piece < pieces; piece++) {
            int from = piece * MOST_PIECE_BYTES;
            int count = Math.min(MOST_PIECE_BYTES, profile.length - from);
            output.append(MemorySegment.ofArray(segmentHead(count, piece + 1, pieces)));
            output.append(MemorySegment.ofArray(profile).asSlice(from, count));
        }
    }

    private static byte[] segmentHead(int count, int number, int pieces) {
        int length = LENGTH_BYTES + NAME.length + COUNTER_BYTES + count;
        byte[] head = new byte[2 + LENGTH_BYTES + NAME.length + COUNTER_BYTES];
        head[0] = (byte) 0xFF;
        head[1] = (byte) 0xE2;
        head[2] = (byte) (length >> 8);
        head[3] = (byte) length;
        System.arraycopy(NAME, 0, head, 4, NAME.length);
        head[head.length - 2] = (byte) number;
        head[head.length - 1] = (byte) pieces;
        return head;
    }
}
