package dev.quarry.codec.imageio;

import dev.quarry.codec.ByteReader;
import dev.quarry.codec.CodecContext;
import dev.quarry.codec.CodecLibrary;
import dev.quarry.codec.CorruptImageException;
import dev.quarry.codec.CpuCost;
import dev.quarry.codec.Decoder;
import dev.quarry.codec.ImageFormat;
import dev.quarry.codec.ImageHeader;
import dev.quarry.image.Image;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Windows bitmaps by the Java platform, in stripes of rows; run-length coded ones whole. */
public final class BmpDecoder implements Decoder {

    private static final CpuCost COST = CpuCost.of(40_000, 0, 2.4);

    private static final int STRIPE_ROWS = 128;
    private static final long LIBRARY_BYTES = 512L << 10;
    private static final long BYTES_PER_PIXEL = 4;

    @Override
    public ImageFormat format() {
        return ImageFormat.BMP;
    }

    @Override
    public CodecLibrary library() {
        return PlatformReader.LIBRARY;
    }

    @Override
    public @Nullable String refusal(ImageHeader header) {
        PlatformReader.requireHeap(format().label(), workingBytes(header, FULL_SIZE));
        return null;
    }

    @Override
    public long cpuNanos(ImageHeader header, int eighths, long sourceBytes) {
        return COST.nanos(sourceBytes, header.spec().samples());
    }

    @Override
    public long workingBytes(ImageHeader header, int eighths) {
        // The header does not tell whether run-length coding, which needs the whole picture, is used.
        return LIBRARY_BYTES + BYTES_PER_PIXEL * header.width() * header.height();
    }

    @Override
    public Image decode(
            MemorySegment source, ImageHeader header, int eighths, boolean contiguous, CodecContext context) {
        BmpStructure structure = BmpHeaderReader.parse(ByteReader.bigEndian(source));
        if (!structure.runLengths() && structure.dataOffset() + structure.dataBytes() > source.byteSize()) {
            throw new CorruptImageException("The BMP is cut off: its picture data ends too early.");
        }
        int stripe = structure.runLengths() ? structure.height() : STRIPE_ROWS;
        return context.image(decodedSpec(header, eighths), contiguous, image -> {
            try (PlatformReader bmp = new PlatformReader(
                    "bmp",
                    List.of(source),
                    message -> new CorruptImageException("The BMP is damaged: %s.".formatted(message)))) {
                bmp.readInto(image, stripe, context.checkpoint());
            }
        });
    }
}
