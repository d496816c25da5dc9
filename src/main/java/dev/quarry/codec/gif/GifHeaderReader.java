package dev.quarry.codec.gif;

import dev.quarry.codec.ByteReader;
import dev.quarry.codec.CorruptImageException;
import dev.quarry.codec.ImageFormat;
import dev.quarry.codec.ImageHeader;
import dev.quarry.image.ChromaSubsampling;
import dev.quarry.image.ColorModel;
import dev.quarry.image.Orientation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The header of a GIF. Frames are counted in the bytes that are there. */
public final class GifHeaderReader {

    private GifHeaderReader() {}

    /**
     * Reads the blocks up to the first frame.
     *
     * @param prefix the first bytes of the file, which begin with a GIF's signature
     * @param complete whether they are the whole file
     * @return null when more bytes are needed
     * @throws CorruptImageException when the blocks are damaged or end too early
     */
    public static @Nullable ImageHeader read(ByteReader prefix, boolean complete) {
        ByteReader reader = ByteReader.littleEndian(prefix.bytes());
        GifFrame frame = GifParser.firstFrame(reader);
        if (frame == null) {
            if (complete) {
                throw new CorruptImageException("The GIF has no picture.");
            }
            return null;
        }
        return new ImageHeader(
                ImageFormat.GIF,
                frame.canvasWidth(),
                frame.canvasHeight(),
                frame.hasAlpha() ? ColorModel.RGBA : ColorModel.RGB,
                ChromaSubsampling.S444,
                8,
                Orientation.NONE,
                countFrames(reader),
                frame.interlaced(),
                -1,
                List.of(),
                null);
    }

    /** Damage behind the first frame does not matter: later frames are not decoded. */
    private static int countFrames(ByteReader reader) {
        try {
            return Math.max(1, GifParser.countFrames(reader));
        } catch (CorruptImageException e) {
            return 1;
        }
    }
}
