package dev.quarry.codec.imageio;

import dev.quarry.codec.ByteRange;
import dev.quarry.codec.ByteReader;
import dev.quarry.codec.CorruptImageException;
import dev.quarry.codec.UnsupportedFormatException;
import dev.quarry.image.ColorModel;
import dev.quarry.image.Orientation;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads the first page's directory of a TIFF and holds its numbers against each other, so that the platform's reader never
 * allocates what a file only claims.
 */
final class TiffParser {

    private static final int WIDTH = 256;
    private static final int HEIGHT = 257;
    private static final int BITS = 258;
    private static final int COMPRESSION = 259;
    private static final int PHOTOMETRIC = 262;
    private static final int STRIP_OFFSETS = 273;
    private static final int ORIENTATION = 274;
    private static final int SAMPLES = 277;
    private static final int ROWS_PER_STRIP = 278;
    private static final int STRIP_BYTES = 279;
    private static final int PLANAR = 284;
    private static final int TILE_WIDTH = 322;
    private static final int TILE_HEIGHT = 323;
    private static final int TILE_OFFSETS = 324;
    private static final int TILE_BYTES = 325;
    private static final int EXTRA_SAMPLES = 338;
    private static final int SAMPLE_FORMAT = 339;
    private static final int PROFILE = 34_675;
    private static final Set<Long> COMPRESSIONS = Set.of(1L, 2L, 3L, 4L, 5L, 8L, 32_773L, 32_946L);
    private static final int MOST_PAGES = 1000;
    private static final int MOST_TILE_SIDE = 16_384;
    private static final int FIRST_DIRECTORY = 4;

    private final TiffDirectory directory;

    private TiffParser(TiffDirectory directory) {
        this.directory = directory;
    }

    /** The first page; null when bytes that matter are not there. */
    static @Nullable TiffStructure firstPage(ByteReader reader) {
        TiffDirectory first = first(reader);
        return first == null ? null : new TiffParser(first).structure();
    }

    private static @Nullable TiffDirectory first(ByteReader reader) {
        return reader.has(0, 8) ? TiffDirectory.read(reader, reader.u32(FIRST_DIRECTORY)) : null;
    }

    /** How many pages the directories that are there make, at least 1. */
    static int countPages(ByteReader reader) {
        Set<Long> seen = new HashSet<>();
        TiffDirectory page = first(reader);
        int pages = 0;
        while (page != null) {
            pages++;
            boolean more = page.next() != 0 && seen.add(page.next()) && pages < MOST_PAGES;
            page = more ? TiffDirectory.read(reader, page.next()) : null;
        }
        return Math.max(1, pages);
    }

    private TiffStructure structure() {
        int width = side(WIDTH, "width");
        int height = side(HEIGHT, "height");
        if (!COMPRESSIONS.contains(directory.number(COMPRESSION, 1))) {
            throw unsupported("compression " + directory.number(COMPRESSION, 1));
        }
        int depth = depth();
        int samples = (int) Math.min(directory.number(SAMPLES, 1), 1 << 10);
        long extra = directory.count(EXTRA_SAMPLES);
        if (extra > 1) {
            throw unsupported("%d extra samples".formatted(extra));
        }
        ColorModel model = model(samples - (int) extra, extra == 1, depth);
        boolean tiled = directory.offset(TILE_WIDTH) >= 0;
        int pieceWidth = tiled ? tileSide(TILE_WIDTH) : width;
        int pieceHeight =
                tiled ? tileSide(TILE_HEIGHT) : (int) Math.clamp(directory.number(ROWS_PER_STRIP, height), 1, height);
        checkPieces(tiled, width, height, pieceWidth, pieceHeight, samples);
        long profile = directory.offset(PROFILE);
        return new TiffStructure(
                width,
                height,
                depth,
                model,
                extra == 1 && directory.number(EXTRA_SAMPLES, 0) == 1,
                Orientation.ofExif((int) Math.min(directory.number(ORIENTATION, 1), 9)),
                pieceWidth,
                pieceHeight,
                profile < 0 ? null : new ByteRange(profile, directory.count(PROFILE)));
    }

    private int side(int tag, String name) {
        long side = directory.required(tag, name);
        if (side < 1 || side > Integer.MAX_VALUE) {
            throw new CorruptImageException("The TIFF is damaged: its %s is %d.".formatted(name, side));
        }
        return (int) side;
    }

    private int tileSide(int tag) {
        long side = directory.required(tag, "tiles' size");
        if (side < 1 || side > MOST_TILE_SIDE) {
            throw new CorruptImageException("The TIFF is damaged: tiles of %d pixels.".formatted(side));
        }
        return (int) side;
    }

    private int depth() {
        long depth = directory.number(BITS, 1);
        if (!directory.isUniform(BITS) || directory.number(SAMPLE_FORMAT, 1) != 1) {
            throw unsupported("samples of different or unusual kinds");
        }
        if (depth != 1 && depth != 4 && depth != 8 && depth != 16) {
            throw unsupported("%d bits per sample".formatted(depth));
        }
        return (int) depth;
    }

    private ColorModel model(int colors, boolean extra, int depth) {
        long photometric = directory.required(PHOTOMETRIC, "kind of colours");
        boolean whole = depth >= 8;
        if ((photometric == 0 || photometric == 1) && colors == 1 && (whole || !extra)) {
            return extra ? ColorModel.GRAY_ALPHA : ColorModel.GRAY;
        }
        if (photometric == 2 && colors == 3 && whole) {
            return extra ? ColorModel.RGBA : ColorModel.RGB;
        }
        if (photometric == 3 && colors == 1 && depth <= 8 && !extra) {
            return ColorModel.RGB;
        }
        if (photometric == 5 && colors == 4 && whole && !extra) {
            return ColorModel.CMYK;
        }
        throw unsupported("colours of kind %d with %d samples".formatted(photometric, colors));
    }

    /** There must be as many strips or tiles as the picture needs, each with an offset and a length. */
    private void checkPieces(boolean tiled, int width, int height, int pieceWidth, int pieceHeight, int samples) {
        long pieces = (long) Math.ceilDiv(width, pieceWidth) * Math.ceilDiv(height, pieceHeight);
        long needed = directory.number(PLANAR, 1) == 2 ? pieces * samples : pieces;
        if (directory.count(tiled ? TILE_OFFSETS : STRIP_OFFSETS) < needed
                || directory.count(tiled ? TILE_BYTES : STRIP_BYTES) < needed) {
            throw new CorruptImageException("The TIFF is damaged: parts of its picture are missing.");
        }
    }

    private static UnsupportedFormatException unsupported(String what) {
        return new UnsupportedFormatException("TIFF with %s cannot be read here.".formatted(what));
    }

    /**
     * Refuses strips or tiles that lie outside the file.
     *
     * @throws CorruptImageException when one does
     */
    static void checkData(ByteReader reader) {
        TiffDirectory first = first(reader);
        if (first == null) {
            throw new CorruptImageException("The TIFF is cut off.");
        }
        boolean tiled = first.offset(TILE_WIDTH) >= 0;
        int offsets = tiled ? TILE_OFFSETS : STRIP_OFFSETS;
        int bytes = tiled ? TILE_BYTES : STRIP_BYTES;
        TiffNumbers starts = first.all(reader, offsets);
        TiffNumbers lengths = first.all(reader, bytes);
        for (long i = 0; i < Math.min(starts.count(), lengths.count()); i++) {
            if (!reader.has(starts.get(i), lengths.get(i))) {
                throw new CorruptImageException("The TIFF is cut off: its picture data ends too early.");
            }
        }
    }
}
