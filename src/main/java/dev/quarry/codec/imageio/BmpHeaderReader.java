package dev.quarry.codec.imageio;

import dev.quarry.codec.ByteReader;
import dev.quarry.codec.CorruptImageException;
import dev.quarry.codec.ImageFormat;
import dev.quarry.codec.ImageHeader;
import dev.quarry.codec.UnsupportedFormatException;
import dev.quarry.image.ChromaSubsampling;
import dev.quarry.image.ColorModel;
import dev.quarry.image.Orientation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The header of a Windows bitmap: the file header, then an OS/2 or a Windows bitmap header. */
public final class BmpHeaderReader {

    /** Bytes that a header of any kind needs, as far as it is looked at. */
    private static final int MOST_BYTES = 70;

    private static final int FILE_BYTES = 14;
    private static final int CORE_BYTES = 12;
    private static final int INFO_BYTES = 40;
    private static final int WITH_MASKS_BYTES = 56;
    private static final int MOST_HEADER_BYTES = 1024;
    private static final int BITFIELDS = 3;

    private BmpHeaderReader() {}

    /**
     * Reads the header.
     *
     * @param prefix the first bytes of the file, which begin with a bitmap's signature
     * @param complete whether they are the whole file
     * @return null when more bytes are needed
     * @throws CorruptImageException when the header is damaged
     */
    public static @Nullable ImageHeader read(ByteReader prefix, boolean complete) {
        if (prefix.length() < MOST_BYTES && !complete) {
            return null;
        }
        BmpStructure structure = parse(prefix);
        return new ImageHeader(
                ImageFormat.BMP,
                structure.width(),
                structure.height(),
                structure.alpha() ? ColorModel.RGBA : ColorModel.RGB,
                ChromaSubsampling.S444,
                structure.depth(),
                Orientation.NONE,
                1,
                false,
                -1,
                List.of(),
                null);
    }

    /** The header's fields, checked. */
    static BmpStructure parse(ByteReader file) {
        ByteReader reader = ByteReader.littleEndian(file.bytes());
        if (!reader.has(0, FILE_BYTES + CORE_BYTES)) {
            throw damaged("it is cut off inside its header");
        }
        long headerBytes = reader.u32(FILE_BYTES);
        if (headerBytes == CORE_BYTES) {
            return check(reader, reader.u16(18), reader.u16(20), reader.u16(24), 0, false);
        }
        if (headerBytes < INFO_BYTES || headerBytes > MOST_HEADER_BYTES || !reader.has(0, FILE_BYTES + INFO_BYTES)) {
            throw damaged("its header claims %d bytes".formatted(headerBytes));
        }
        long compression = reader.u32(30);
        boolean alpha = compression == BITFIELDS
                && headerBytes >= WITH_MASKS_BYTES
                && reader.has(FILE_BYTES, WITH_MASKS_BYTES)
                && reader.u32(66) != 0;
        return check(reader, (int) reader.u32(18), (int) reader.u32(22), reader.u16(28), compression, alpha);
    }

    private static BmpStructure check(
            ByteReader reader, int width, int height, int bits, long compression, boolean alpha) {
        if (width <= 0 || height == 0 || height == Integer.MIN_VALUE) {
            throw damaged("its size is %d×%d".formatted(width, height));
        }
        if (compression > BITFIELDS) {
            throw new UnsupportedFormatException("BMP with compression %d cannot be read here.".formatted(compression));
        }
        int depth = switch (bits) {
            case 1, 4, 8 -> bits;
            case 16, 24, 32 -> 8;
            default -> throw damaged("%d bits per pixel".formatted(bits));
        };
        long dataOffset = reader.u32(10);
        if (dataOffset > Integer.MAX_VALUE) {
            throw damaged("its picture data lies outside");
        }
        boolean runLengths = compression == 1 || compression == 2;
        return new BmpStructure(width, Math.abs(height), bits, depth, runLengths, alpha, dataOffset);
    }

    private static CorruptImageException damaged(String what) {
        return new CorruptImageException("The BMP is damaged: %s.".formatted(what));
    }
}
