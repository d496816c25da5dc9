package dev.quarry.codec.webp;

import dev.quarry.codec.ByteRange;
import dev.quarry.codec.ByteReader;
import dev.quarry.codec.CorruptImageException;
import dev.quarry.codec.ExifOrientation;
import dev.quarry.codec.ImageFormat;
import dev.quarry.codec.ImageHeader;
import dev.quarry.image.ChromaSubsampling;
import dev.quarry.image.ColorModel;
import dev.quarry.image.Orientation;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The header of a WebP, read without any library. */
public final class WebpHeaderReader {

    private static final int BIT_DEPTH = 8;
    private static final int NO_ADOBE_TRANSFORM = -1;

    private WebpHeaderReader() {}

    /**
     * Reads the container as far as the header needs it: to the end where the file announces EXIF, which stands last, or
     * an animation, whose frames are counted.
     *
     * @param prefix the first bytes of the file
     * @param complete whether they are the whole file
     * @return null when more bytes are needed
     * @throws CorruptImageException when the container is damaged or ends too early
     */
    public static @Nullable ImageHeader read(MemorySegment prefix, boolean complete) {
        WebpFile file = WebpParser.parse(prefix, complete);
        if (file == null) {
            return null;
        }
        ByteRange profile = file.iccProfile();
        return new ImageHeader(
                ImageFormat.WEBP,
                file.width(),
                file.height(),
                file.model(),
                file.model() == ColorModel.YCBCR ? ChromaSubsampling.S420 : ChromaSubsampling.S444,
                BIT_DEPTH,
                orientation(prefix, file.exif()),
                file.frames(),
                false,
                NO_ADOBE_TRANSFORM,
                profile == null ? List.of() : List.of(profile),
                file.exif());
    }

    private static Orientation orientation(MemorySegment prefix, @Nullable ByteRange exif) {
        return exif == null
                ? Orientation.NONE
                : ExifOrientation.read(ByteReader.littleEndian(prefix).slice(exif.offset(), exif.length()));
    }
}
