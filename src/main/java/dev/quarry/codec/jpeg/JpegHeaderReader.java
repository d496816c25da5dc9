package dev.quarry.codec.jpeg;

import dev.quarry.codec.ByteRange;
import dev.quarry.codec.ByteReader;
import dev.quarry.codec.CorruptImageException;
import dev.quarry.codec.ExifOrientation;
import dev.quarry.codec.ImageFormat;
import dev.quarry.codec.ImageHeader;
import dev.quarry.image.Orientation;
import org.jspecify.annotations.Nullable;

/** The header of a JPEG, read without any library. */
public final class JpegHeaderReader {

    private JpegHeaderReader() {}

    /**
     * Reads the markers up to the first scan.
     *
     * @param prefix the first bytes of the file, which begin with a JPEG's signature
     * @param complete whether they are the whole file
     * @return null when more bytes are needed
     * @throws CorruptImageException when the markers are damaged or end too early
     */
    public static @Nullable ImageHeader read(ByteReader prefix, boolean complete) {
        JpegStructure structure = JpegParser.parse(prefix);
        if (structure == null) {
            if (complete) {
                throw new CorruptImageException("The JPEG is cut off inside its header.");
            }
            return null;
        }
        return new ImageHeader(
                ImageFormat.JPEG,
                structure.width(),
                structure.height(),
                structure.model(),
                structure.subsampling(),
                structure.precision(),
                orientation(prefix, structure.exif()),
                1,
                structure.isStaged(),
                structure.adobeTransform(),
                structure.iccProfile(),
                structure.exif());
    }

    private static Orientation orientation(ByteReader prefix, @Nullable ByteRange exif) {
        return exif == null ? Orientation.NONE : ExifOrientation.read(prefix.slice(exif.offset(), exif.length()));
    }
}
