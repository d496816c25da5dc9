package dev.quarry.codec.png;

import dev.quarry.codec.CodecContext;
import dev.quarry.codec.CodecLibrary;
import dev.quarry.codec.EncodeOptions;
import dev.quarry.image.Image;
import dev.quarry.image.ImageSpec;
import dev.quarry.storage.Block;
import dev.quarry.storage.GrowingBuffer;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;

/** PNG by libspng, row by row, straight into the output. */
final class SpngEncoder extends PngEncoder {

    private static final long LIBRARY_BYTES = 512L << 10;
    private static final long ROWS_HELD = 8;
    private static final int IHDR_BYTES = 16;
    private static final int ICCP_BYTES = 96;
    private static final int ICCP_LENGTH_OFFSET = 80;
    private static final int ICCP_PROFILE_OFFSET = 88;
    private static final int ROW_INFO_BYTES = 16;
    private static final int ROW_NUMBER_OFFSET = 4;

    private final LibSpng spng;

    SpngEncoder(LibSpng spng) {
        this.spng = spng;
    }

    @Override
    public CodecLibrary library() {
        return spng.library();
    }

    @Override
    public long workingBytes(ImageSpec input, EncodeOptions options) {
        return LIBRARY_BYTES + ROWS_HELD * rowBytes(input);
    }

    @Override
    public void encode(
            Image image, EncodeOptions options, byte[] iccProfile, GrowingBuffer output, CodecContext context) {
        try (Block block = context.scope().allocate(rowBlockBytes(image.spec()));
                SpngSession session = new SpngSession(spng, LibSpng.CONTEXT_ENCODER, bytes -> {
                    output.append(bytes);
                    return true;
                })) {
            session.check(spng.setIhdr(session.context(), ihdr(session, image, options)));
            session.check(spng.setOption(session.context(), LibSpng.OPTION_COMPRESSION_LEVEL, options.compression()));
            if (iccProfile.length > 0) {
                session.check(spng.setIccp(session.context(), iccp(session, iccProfile)));
            }
            session.check(spng.startEncoding(session.context()));
            encodeRows(session, image, block, context);
        }
    }

    private void encodeRows(SpngSession session, Image image, Block block, CodecContext context) {
        MemorySegment memory = context.scope().memory();
        MemorySegment row = memory.asSlice(block.offset() + rowOffset(), rowBytes(image.spec()));
        MemorySegment info = session.frame().allocate(ROW_INFO_BYTES);
        boolean more = true;
        while (more) {
            session.check(spng.getRowInfo(session.context(), info));
            int y = info.get(ValueLayout.JAVA_INT, ROW_NUMBER_OFFSET);
            context.checkpoint(y);
            context.kernels().interleave().interleave(image.planes(), y, memory, block.offset() + rowOffset());
            more = session.goesOn(spng.encodeRow(session.context(), row));
        }
    }

    private static MemorySegment ihdr(SpngSession session, Image image, EncodeOptions options) {
        MemorySegment ihdr = session.frame().allocate(IHDR_BYTES);
        ihdr.set(ValueLayout.JAVA_INT, 0, image.width());
        ihdr.set(ValueLayout.JAVA_INT, 4, image.height());
        ihdr.set(ValueLayout.JAVA_BYTE, 8, (byte) 8);
        ihdr.set(ValueLayout.JAVA_BYTE, 9, (byte) colorOf(image.spec().model()).code());
        ihdr.set(ValueLayout.JAVA_BYTE, 12, (byte) (options.progressive() ? 1 : 0));
        return ihdr;
    }

    private static MemorySegment iccp(SpngSession session, byte[] iccProfile) {
        MemorySegment iccp = session.frame().allocate(ICCP_BYTES);
        iccp.setString(0, PROFILE_NAME, StandardCharsets.ISO_8859_1);
        iccp.set(ValueLayout.JAVA_LONG, ICCP_LENGTH_OFFSET, iccProfile.length);
        iccp.set(ValueLayout.ADDRESS, ICCP_PROFILE_OFFSET, session.frame().copyOf(iccProfile));
        return iccp;
    }
}
