package dev.quarry.codec.imageio;

import dev.quarry.codec.ByteReader;
import dev.quarry.codec.CorruptImageException;
import dev.quarry.codec.ImageFormat;
import dev.quarry.codec.ImageHeader;
import dev.quarry.image.ChromaSubsampling;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The header of a TIFF: its first directory, which many programs write at the end of the file. */
public final class TiffHeaderReader {

    private TiffHeaderReader() {}

    /**
     * Reads the first directory.
     *
     * @param prefix the first bytes of the file, which begin with a TIFF's signature
     * @param complete whether they are the whole file
     * @return null when more bytes are needed
     * @throws CorruptImageException when the directory is damaged or lies outside
     */
    public static @Nullable ImageHeader read(ByteReader prefix, boolean complete) {
        ByteReader reader = inOrder(prefix);
        TiffStructure page = TiffParser.firstPage(reader);
        if (page == null) {
            if (complete) {
                throw new CorruptImageException("The TIFF is cut off: its directory lies outside.");
            }
            return null;
        }
        return new ImageHeader(
                ImageFormat.TIFF,
                page.width(),
                page.height(),
                page.model(),
                ChromaSubsampling.S444,
                page.depth(),
                page.orientation(),
                TiffParser.countPages(reader),
                false,
                -1,
                page.profile() == null ? List.of() : List.of(page.profile()),
                null);
    }

    /** A reader in the byte order that the file states. */
    static ByteReader inOrder(ByteReader file) {
        return file.matches(0, "II") ? ByteReader.littleEndian(file.bytes()) : ByteReader.bigEndian(file.bytes());
    }
}
