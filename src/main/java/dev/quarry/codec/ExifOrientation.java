package dev.quarry.codec;

import dev.quarry.image.Orientation;
import java.lang.foreign.MemorySegment;

/** The orientation tag of an EXIF block: TIFF 6.0's directory, tag 0x0112 of CIPA DC-008. */
public final class ExifOrientation {

    private static final int TAG = 0x0112;
    private static final int SHORT = 3;
    private static final int ENTRY_BYTES = 12;

    private ExifOrientation() {}

    /**
     * Reads the orientation.
     *
     * @param block from the byte-order mark ({@code II} or {@code MM}) on
     * @return {@link Orientation#NONE} where the tag is absent, broken or outside the block
     */
    public static Orientation read(MemorySegment block) {
        ByteReader mark = ByteReader.bigEndian(block);
        if (mark.matches(0, "MM\0*")) {
            return read(mark);
        }
        return mark.matches(0, "II*\0") ? read(ByteReader.littleEndian(block)) : Orientation.NONE;
    }

    private static Orientation read(ByteReader reader) {
        if (!reader.has(4, 4)) {
            return Orientation.NONE;
        }
        long directory = reader.u32(4);
        if (!reader.has(directory, 2)) {
            return Orientation.NONE;
        }
        int entries = reader.u16(directory);
        for (int i = 0; i < entries; i++) {
            long entry = directory + 2 + (long) i * ENTRY_BYTES;
            if (!reader.has(entry, ENTRY_BYTES)) {
                return Orientation.NONE;
            }
            if (reader.u16(entry) == TAG) {
                return reader.u16(entry + 2) == SHORT && reader.u32(entry + 4) == 1
                        ? Orientation.ofExif(reader.u16(entry + 8))
                        : Orientation.NONE;
            }
        }
        return Orientation.NONE;
    }
}
