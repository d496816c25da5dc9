package dev.quarry.codec.jpeg;

import dev.quarry.codec.ByteReader;
import dev.quarry.codec.CorruptImageException;
import java.util.Arrays;

/**
 * What the scans of a JPEG bring, by their headers: which coefficients of which component, to which bit (T.81, G.1.1.1).
 *
 * <p>A file that is cut between two scans has no damage that a decoder could notice, only less detail; without an end
 * marker and with bits that no scan brought it was cut.
 */
final class JpegScans {

    private static final int MARK = 0xFF;
    private static final int EOI = 0xD9;
    private static final int SOS = 0xDA;
    private static final int FIRST_RESTART = 0xD0;
    private static final int LAST_RESTART = 0xD7;
    private static final int COEFFICIENTS = 64;
    private static final int NOTHING_YET = 16;

    private final ByteReader source;
    private final JpegStructure structure;
    private final int[][] missingBits;

    private JpegScans(ByteReader source, JpegStructure structure) {
        this.source = source;
        this.structure = structure;
        missingBits = new int[structure.components().size()][COEFFICIENTS];
        for (int[] component : missingBits) {
            Arrays.fill(component, NOTHING_YET);
        }
    }

    /**
     * Refuses a file without end marker whose scans do not bring all of the picture.
     *
     * @throws CorruptImageException when it is cut off
     */
    static void checkComplete(ByteReader source, JpegStructure structure) {
        JpegScans scans = new JpegScans(source, structure);
        if (!scans.walk() || !scans.haveAll()) {
            throw new CorruptImageException("The JPEG is cut off between its scans.");
        }
    }

    /** Goes from marker to marker; false when one's segment is cut off. */
    private boolean walk() {
        long at = nextMarker(structure.scanOffset());
        while (at >= 0 && source.u8(at + 1) != EOI) {
            if (!source.has(at, 4)) {
                return false;
            }
            int length = source.u16(at + 2);
            if (!source.has(at + 2, length)) {
                return false;
            }
            if (source.u8(at + 1) == SOS && !readScan(at + 4, length - 2)) {
                return false;
            }
            at = nextMarker(at + 2 + Math.max(2, length));
        }
        return true;
    }

    /** The next marker that is neither stuffing nor a restart, −1 where the file ends first. */
    private long nextMarker(long from) {
        for (long at = from; source.has(at, 2); at++) {
            if (source.u8(at) == MARK) {
                int code = source.u8(at + 1);
                boolean inScan = code == 0 || code == MARK || code >= FIRST_RESTART && code <= LAST_RESTART;
                if (!inScan) {
                    return at;
                }
            }
        }
        return -1;
    }

    private boolean readScan(long at, int length) {
        int count = length > 0 ? source.u8(at) : 0;
        if (length < 4 + 2 * count) {
            return false;
        }
        int first = source.u8(at + 1 + 2L * count);
        int last = Math.min(COEFFICIENTS - 1, source.u8(at + 2 + 2L * count));
        int bit = source.u8(at + 3 + 2L * count) & 15;
        for (int i = 0; i < count; i++) {
            int id = source.u8(at + 1 + 2L * i);
            for (int component = 0; component < missingBits.length; component++) {
                if (structure.components().get(component).id() == id) {
                    for (int k = first; k <= last; k++) {
                        missingBits[component][k] = Math.min(missingBits[component][k], bit);
                    }
                }
            }
        }
        return true;
    }

    private boolean haveAll() {
        return Arrays.stream(missingBits).flatMapToInt(Arrays::stream).allMatch(bits -> bits == 0);
    }
}
