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
import dev.quarry.image.Plane;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The first page of a TIFF by the Java platform, in stripes of whole strips or tiles. */
public final class TiffDecoder implements Decoder {

    private static final CpuCost COST = CpuCost.of(80_000, 0, 6);

    private static final int STRIPE_ROWS = 128;
    private static final long LIBRARY_BYTES = 1L << 20;
    // The picture, and the strip or tile that it is unpacked from.
    private static final long COPIES = 2;

    @Override
    public ImageFormat format() {
        return ImageFormat.TIFF;
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
        long sampleBytes = Math.ceilDiv(header.bitDepth(), Byte.SIZE);
        return LIBRARY_BYTES
                + COPIES * header.width() * header.height() * header.model().bands() * sampleBytes;
    }

    @Override
    public Image decode(
            MemorySegment source, ImageHeader header, int eighths, boolean contiguous, CodecContext context) {
        ByteReader file = TiffHeaderReader.inOrder(ByteReader.bigEndian(source));
        TiffStructure page = TiffParser.firstPage(file);
        if (page == null) {
            throw new CorruptImageException("The TIFF is cut off: its directory lies outside.");
        }
        TiffParser.checkData(file);
        return context.image(decodedSpec(header, eighths), contiguous, image -> {
            read(source, page, image, context);
            if (page.premultiplied()) {
                Plane alpha = image.planes().getLast();
                for (Plane color : image.planes().subList(0, image.planes().size() - 1)) {
                    context.kernels().alpha().unpremultiply(color, alpha, 0, image.height());
                }
            }
        });
    }

    private static void read(MemorySegment source, TiffStructure page, Image image, CodecContext context) {
        int stripe = Math.ceilDiv(STRIPE_ROWS, page.pieceHeight()) * page.pieceHeight();
        try (PlatformReader tiff = new PlatformReader("tiff", List.of(source), TiffDecoder::damaged)) {
            tiff.readInto(image, stripe, context.checkpoint());
            for (String warning : tiff.warnings()) {
                throw damaged(warning.strip().replaceAll("[.!\\s]+$", ""));
            }
        }
    }

    private static CorruptImageException damaged(String message) {
        return new CorruptImageException("The TIFF is damaged: %s.".formatted(message));
    }
}
