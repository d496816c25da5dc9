package dev.quarry.codec.imageio;

import dev.quarry.codec.CodecLibrary;
import dev.quarry.error.ErrorKind;
import dev.quarry.error.ServiceException;
import dev.quarry.image.Image;
import java.awt.Rectangle;
import java.awt.image.BufferedImage;
import java.awt.image.Raster;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import javax.imageio.ImageIO;
import javax.imageio.ImageReadParam;
import javax.imageio.ImageReader;

/**
 * One file being read by a reader of the Java platform, whose first picture is wanted. Whatever the reader throws at a
 * broken file is one refusal.
 */
public final class PlatformReader implements AutoCloseable {

    /** The platform as a codec library. */
    public static final CodecLibrary LIBRARY =
            new CodecLibrary("javax.imageio", Runtime.version().toString());

    private static final int HEAP_SHARE = 3;

    private final ImageReader reader;
    private final Function<String, ServiceException> refusal;
    private final List<String> warnings = new ArrayList<>();

    /** A call of the reader. */
    private interface Call<T> {

        T run() throws IOException;
    }

    /**
     * Opens a reader.
     *
     * @param format as the platform calls it
     * @param pieces make up the file
     * @param refusal what a message of the reader means for the client
     */
    public PlatformReader(String format, List<MemorySegment> pieces, Function<String, ServiceException> refusal) {
        this.refusal = refusal;
        this.reader = ImageIO.getImageReadersByFormatName(format).next();
        reader.addIIOReadWarningListener((source, warning) -> warnings.add(warning));
        reader.setInput(new SegmentInputStream(pieces), false, true);
    }

    /**
     * Refuses a picture that needs more of the Java heap than there is.
     *
     * @throws ServiceException naming the needed and the possible bytes
     */
    public static void requireHeap(String format, long bytes) {
        long most = Runtime.getRuntime().maxMemory() / HEAP_SHARE;
        if (bytes > most) {
            throw new HeapTooSmallException(format, bytes, most);
        }
    }

    private static final class HeapTooSmallException extends ServiceException {

        HeapTooSmallException(String format, long neededBytes, long mostBytes) {
            super(
                    ErrorKind.MEMORY_BUDGET_EXCEEDED,
                    "this %s image needs %d bytes of Java heap to be read here; at most %d can be had"
                            .formatted(format.toUpperCase(Locale.ROOT), neededBytes, mostBytes));
            with("limit", mostBytes);
            with("actual", neededBytes);
        }
    }

    /** The picture. */
    public BufferedImage read() {
        return guarded(() -> reader.read(0));
    }

    /** Copies the picture into {@code image}, some rows at a time, so that only they are on the heap. */
    public void readInto(Image image, int stripeRows, Runnable checkpoint) {
        for (int y = 0; y < image.height(); y += stripeRows) {
            checkpoint.run();
            int rows = Math.min(stripeRows, image.height() - y);
            RasterRows.copy(readRows(y, rows, image.width()), image, y);
        }
    }

    /** Some rows of the picture. */
    private BufferedImage readRows(int from, int count, int width) {
        return guarded(() -> {
            ImageReadParam param = reader.getDefaultReadParam();
            param.setSourceRegion(new Rectangle(0, from, width, count));
            return reader.read(0, param);
        });
    }

    /** The picture's samples as stored. */
    public Raster readRaster() {
        return guarded(() -> reader.readRaster(0, null));
    }

    private <T> T guarded(Call<T> call) {
        try {
            return call.run();
        } catch (IOException | RuntimeException e) {
            // The platform's readers meet broken files with any of their exceptions, array bounds included.
            throw refusal.apply(messageOf(e));
        }
    }

    private static String messageOf(Exception e) {
        String message = e.getMessage();
        boolean plain = !(e instanceof RuntimeException) && message != null && !message.contains("Exception");
        return message != null && plain && !message.isBlank()
                ? message.strip().replaceAll("[\\s.!]+$", "").replaceAll("\\s+", " ")
                : "it cannot be decoded";
    }

    /** What the reader warned of. */
    public List<String> warnings() {
        return List.copyOf(warnings);
    }

    @Override
    public void close() {
        reader.dispose();
    }
}
