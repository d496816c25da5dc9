package dev.quarry.codec.png;

import dev.quarry.codec.CodecLibrary;
import dev.quarry.codec.ImageHeader;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** PNG by libspng, row by row. */
final class SpngDecoder extends PngDecoder {

    private static final long LIBRARY_BYTES = 192L << 10;
    private static final long ROWS_HELD = 4;
    private static final long MOST_SAMPLE_BYTES = 8;
    private static final int ROW_INFO_BYTES = 16;
    private static final int ROW_NUMBER_OFFSET = 4;
    private static final int PASS_OFFSET = 8;

    private final LibSpng spng;

    SpngDecoder(LibSpng spng) {
        this.spng = spng;
    }

    @Override
    public CodecLibrary library() {
        return spng.library();
    }

    @Override
    public long workingBytes(ImageHeader header, int scaleDenominator) {
        return LIBRARY_BYTES + ROWS_HELD * MOST_SAMPLE_BYTES * header.width();
    }

    @Override
    void decode(MemorySegment source, PngStructure structure, PngRows rows) {
        PngLayout layout = structure.layout();
        PngStream stream = new PngStream(source, structure);
        try (SpngSession session = new SpngSession(spng, 0, stream::read)) {
            MemorySegment context = session.context();
            session.check(spng.setImageLimits(context, layout.width(), layout.height()));
            session.check(spng.startDecoding(context, format(layout)));
            if (layout.interlaced()) {
                decodePasses(session, rows);
            } else {
                decodeRows(session, layout.height(), rows);
            }
        }
    }

    /** The library's format that gives the expanded samples, with 16 bits where there are as many: it would cut them off. */
    private static int format(PngLayout layout) {
        return switch (layout.color()) {
            case GRAY -> {
                if (layout.transparency()) {
                    yield layout.isWide() ? LibSpng.FORMAT_GRAY_ALPHA16 : LibSpng.FORMAT_GRAY_ALPHA8;
                }
                yield layout.isWide() ? LibSpng.FORMAT_AS_STORED : LibSpng.FORMAT_GRAY8;
            }
            case RGB -> {
                if (layout.transparency()) {
                    yield layout.isWide() ? LibSpng.FORMAT_RGBA16 : LibSpng.FORMAT_RGBA8;
                }
                yield LibSpng.FORMAT_AS_STORED;
            }
            case PALETTE -> layout.transparency() ? LibSpng.FORMAT_RGBA8 : LibSpng.FORMAT_RGB8;
            case GRAY_ALPHA, RGBA -> LibSpng.FORMAT_AS_STORED;
        };
    }

    private void decodeRows(SpngSession session, int height, PngRows rows) {
        MemorySegment row = rows.row();
        for (int y = 0; y < height; y++) {
            boolean more = session.goesOn(spng.decodeScanline(session.context(), row));
            rows.take(y);
            if (more != (y < height - 1)) {
                throw PngMessages.cutOff();
            }
        }
    }

    private void decodePasses(SpngSession session, PngRows rows) {
        MemorySegment row = rows.row();
        MemorySegment info = session.frame().allocate(ROW_INFO_BYTES);
        boolean more = true;
        while (more) {
            session.check(spng.getRowInfo(session.context(), info));
            int y = info.get(ValueLayout.JAVA_INT, ROW_NUMBER_OFFSET);
            Adam7 pass = Adam7.values()[info.get(ValueLayout.JAVA_INT, PASS_OFFSET)];
            more = session.goesOn(spng.decodeScanline(session.context(), row));
            rows.take(pass, y);
        }
    }
}
