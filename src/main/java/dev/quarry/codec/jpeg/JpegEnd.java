package dev.quarry.codec.jpeg;

import dev.quarry.codec.ByteReader;
import dev.quarry.codec.CorruptImageException;
import dev.quarry.storage.Block;
import dev.quarry.storage.StorageScope;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The end of a JPEG's scans. libjpeg warns alike of a missing end marker, which is harmless, and of a cut scan, which is
 * not; with an end marker put after the data only the cut scan still warns.
 */
final class JpegEnd {

    private static final int EOI = 0xD9;
    private static final int SOS = 0xDA;
    private static final int MAX_SCANS = 100;
    private static final int MARK = 0xFF;

    private JpegEnd() {}

    /** Whether an end marker follows somewhere after {@code scanOffset}; in entropy-coded data it can be nothing else. */
    static boolean isMarked(ByteReader source, long scanOffset) {
        for (long at = source.length() - 2; at >= scanOffset; at--) {
            if (source.u8(at) == MARK && source.u8(at + 1) == EOI) {
                return true;
            }
        }
        return false;
    }

    /**
     * A copy of the source with an end marker, in a block that is charged to the scope beyond what was reserved: few files
     * need it, and the header does not tell which.
     */
    static Block marked(MemorySegment source, StorageScope scope) {
        long bytes = source.byteSize() + 2;
        // Blocks come in size classes at most a quarter apart; without room, allocation refuses.
        scope.tryTopUp(bytes + bytes / 4 + (64 << 10));
        Block block = scope.allocate(bytes);
        MemorySegment.copy(source, 0, scope.memory(), block.offset(), source.byteSize());
        scope.memory().set(ValueLayout.JAVA_BYTE, block.offset() + source.byteSize(), (byte) MARK);
        scope.memory().set(ValueLayout.JAVA_BYTE, block.offset() + source.byteSize() + 1, (byte) EOI);
        return block;
    }

    /**
     * Refuses a file of very many scans: each costs a walk over the whole picture, however few bytes it has.
     *
     * @throws CorruptImageException naming the limit
     */
    static void checkScans(ByteReader source, long scanOffset) {
        int scans = 0;
        for (long at = scanOffset; at < source.length() - 1; at++) {
            if (source.u8(at) == MARK && source.u8(at + 1) == SOS) {
                scans++;
            }
        }
        if (scans > MAX_SCANS) {
            throw new CorruptImageException("The JPEG has %d scans; at most %d are read.".formatted(scans, MAX_SCANS));
        }
    }
}
