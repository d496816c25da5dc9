package dev.quarry.codec.gif;

import dev.quarry.codec.ByteReader;
import dev.quarry.codec.CodecContext;
import dev.quarry.codec.CodecLibrary;
import dev.quarry.codec.CorruptImageException;
import dev.quarry.codec.CpuCost;
import dev.quarry.codec.Decoder;
import dev.quarry.codec.ImageFormat;
import dev.quarry.codec.ImageHeader;
import dev.quarry.image.Image;
import dev.quarry.image.Plane;
import java.lang.foreign.MemorySegment;

/** The first frame of a GIF on its whole canvas, in Java, row by row. */
public final class GifDecoder implements Decoder {

    private static final CpuCost COST = CpuCost.of(10_000, 10, 2);

    private static final CodecLibrary JAVA = new CodecLibrary("quarry", "built in");
    private static final long LZW_BYTES = 64L << 10;
    private static final int[] PASS_FIRST = {0, 4, 2, 1};
    private static final int[] PASS_STEP = {8, 8, 4, 2};
    private static final byte OPAQUE = (byte) 255;

    @Override
    public ImageFormat format() {
        return ImageFormat.GIF;
    }

    @Override
    public CodecLibrary library() {
        return JAVA;
    }

    @Override
    public long cpuNanos(ImageHeader header, int eighths, long sourceBytes) {
        return COST.nanos(sourceBytes, header.spec().samples());
    }

    @Override
    public long workingBytes(ImageHeader header, int eighths) {
        return LZW_BYTES + header.width();
    }

    @Override
    public Image decode(
            MemorySegment source, ImageHeader header, int eighths, boolean contiguous, CodecContext context) {
        ByteReader reader = ByteReader.littleEndian(source);
        GifFrame frame = GifParser.firstFrame(reader);
        if (frame == null) {
            throw new CorruptImageException("The GIF has no picture.");
        }
        return context.image(decodedSpec(header, eighths), contiguous, image -> {
            if (frame.width() < image.width() || frame.height() < image.height()) {
                image.planes().forEach(plane -> context.kernels().point().fill(plane, 0, 0, plane.height()));
            }
            decode(reader, frame, image, context);
        });
    }

    private static void decode(ByteReader reader, GifFrame frame, Image image, CodecContext context) {
        byte[][] colors = colors(reader, frame);
        LzwReader pixels = new LzwReader(reader, frame.dataOffset());
        byte[] row = new byte[frame.width()];
        int passes = frame.interlaced() ? PASS_FIRST.length : 1;
        for (int pass = 0; pass < passes; pass++) {
            int first = frame.interlaced() ? PASS_FIRST[pass] : 0;
            int step = frame.interlaced() ? PASS_STEP[pass] : 1;
            for (int y = first; y < frame.height(); y += step) {
                context.checkpoint(y);
                pixels.read(row);
                put(row, colors, image, frame.left(), frame.top() + y);
            }
        }
    }

    /** For each band the sample of each index; indices beyond the palette are black. */
    private static byte[][] colors(ByteReader reader, GifFrame frame) {
        if (!reader.has(frame.palette().offset(), frame.palette().length())) {
            throw new CorruptImageException("The GIF is cut off inside its colours.");
        }
        byte[][] colors = new byte[4][256];
        for (int i = 0; i < frame.palette().length(); i++) {
            colors[i % 3][i / 3] = (byte) reader.u8(frame.palette().offset() + i);
        }
        for (int index = 0; index < 256; index++) {
            boolean clear = index == frame.transparent();
            colors[3][index] = clear ? 0 : OPAQUE;
        }
        return colors;
    }

    private static void put(byte[] row, byte[][] colors, Image image, int left, int y) {
        for (int band = 0; band < image.planes().size(); band++) {
            Plane plane = image.plane(band);
            byte[] samples = colors[band];
            for (int x = 0; x < row.length; x++) {
                plane.setSample(left + x, y, samples[Byte.toUnsignedInt(row[x])]);
            }
        }
    }
}
