package dev.quarry.codec.imageio;

import dev.quarry.codec.CodecLibrary;
import dev.quarry.error.ServiceException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.stream.ImageInputStream;
import org.jspecify.annotations.Nullable;

/** One file being read by a reader of the Java platform. Whatever the reader throws at a broken file is one refusal. */
public final class PlatformReader {

    /** The platform as a codec library. */
    public static final CodecLibrary LIBRARY =
            new CodecLibrary("javax.imageio", Runtime.version().toString());

    private static final int HEAP_SHARE = 3;

    private final String format;
    private final List<MemorySegment> pieces;
    private final Function<String, ServiceException> refusal;
    private final List<String> warnings = new ArrayList<>();

    /** What is done with the reader, which has its input. */
    @FunctionalInterface
    public interface Work {

        /** Reads. */
        void with(ImageReader reader) throws IOException;
    }

    /**
     * A file to be read.
     *
     * @param format as the platform calls it
     * @param pieces make up the file
     * @param refusal what a message of the reader means for the client
     */
    public PlatformReader(String format, List<MemorySegment> pieces, Function<String, ServiceException> refusal) {
        this.format = format;
        this.pieces = pieces;
        this.refusal = refusal;
    }

    /** Why a picture that needs {@code bytes} on the Java heap cannot be decoded, as a sentence; null when it can. */
    public static @Nullable String heapProblem(String format, long bytes) {
        long most = Runtime.getRuntime().maxMemory() / HEAP_SHARE;
        return bytes <= most
                ? null
                : "This %s image needs %d bytes of Java heap to be read here; at most %d can be had."
                        .formatted(format.toUpperCase(Locale.ROOT), bytes, most);
    }

    /** Opens a reader, does the work and closes it. */
    public void read(Work work) {
        ImageReader reader = ImageIO.getImageReadersByFormatName(format).next();
        try (ImageInputStream stream = new SegmentInputStream(pieces)) {
            reader.addIIOReadWarningListener((source, warning) -> warnings.add(warning));
            reader.setInput(stream, false, true);
            work.with(reader);
        } catch (ServiceException e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            // The platform's readers meet broken files with any of their exceptions, array bounds included.
            throw refusal.apply(messageOf(e));
        } finally {
            reader.dispose();
        }
    }

    private static String messageOf(Exception e) {
        String message = e.getMessage();
        return message == null || message.isBlank()
                ? "it cannot be decoded"
                : message.strip().replaceAll("[\\s.!]+$", "").replaceAll("\\s+", " ");
    }

    /** What the reader warned of. */
    public List<String> warnings() {
        return List.copyOf(warnings);
    }
}
