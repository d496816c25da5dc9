package dev.quarry.codec.png;

import dev.quarry.codec.ByteRange;
import dev.quarry.codec.ByteReader;
import dev.quarry.codec.CorruptImageException;
import dev.quarry.codec.ExifOrientation;
import dev.quarry.codec.ImageFormat;
import dev.quarry.codec.ImageHeader;
import dev.quarry.image.ChromaSubsampling;
import dev.quarry.image.Orientation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The header of a PNG, read without any library. */
public final class PngHeaderReader {

    private PngHeaderReader() {}

    /**
     * Reads the chunks up to the first image data.
     *
     * @param prefix the first bytes of the file, which begin with a PNG's signature
     * @param complete whether they are the whole file
     * @return null when more bytes are needed
     * @throws CorruptImageException when the chunks are damaged or end too early
     */
    public static @Nullable ImageHeader read(ByteReader prefix, boolean complete) {
        PngStructure structure = PngParser.parse(prefix);
        if (structure == null) {
            if (complete) {
                throw new CorruptImageException("The PNG is cut off before its picture.");
            }
            return null;
        }
        PngLayout layout = structure.layout();
        ByteRange profile = structure.profile();
        return new ImageHeader(
                ImageFormat.PNG,
                layout.width(),
                layout.height(),
                layout.model(),
                ChromaSubsampling.S444,
                layout.depth(),
                orientation(prefix, structure.exif()),
                structure.frames(),
                layout.interlaced(),
                -1,
                profile == null ? List.of() : List.of(profile),
                structure.exif());
    }

    private static Orientation orientation(ByteReader prefix, @Nullable ByteRange exif) {
        return exif == null ? Orientation.NONE : ExifOrientation.read(prefix.slice(exif.offset(), exif.length()));
    }
}
