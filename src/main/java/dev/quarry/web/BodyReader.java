package dev.quarry.web;

import dev.quarry.codec.CodecRegistry;
import dev.quarry.engine.EngineException;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Reads request bodies, raw or multipart, into storage: never into the heap, never into a file. */
@Component
final class BodyReader {

    static final String IMAGE_PART = "image";
    static final String PIPELINE_PART = "pipeline";

    private static final String MULTIPART = "multipart/form-data";

    private final UploadMemory memory;
    private final CodecRegistry codecs;
    private final LimitSettings limits;
    private final HttpSettings settings;

    BodyReader(UploadMemory memory, CodecRegistry codecs, LimitSettings limits, HttpSettings settings) {
        this.memory = memory;
        this.codecs = codecs;
        this.limits = limits;
        this.settings = settings;
    }

    /** Whether the body is in parts; content types are not looked at for anything else. */
    static boolean isMultipart(HttpServletRequest request) {
        String type = request.getContentType();
        return type != null && type.toLowerCase(Locale.ROOT).startsWith(MULTIPART);
    }

    /**
     * The image of a request, to be closed by the caller; its header has been told to {@code intake}.
     *
     * @throws dev.quarry.error.ServiceException when the body is wrong, or {@code intake} refuses what it is told
     */
    Upload read(Exchange exchange, String name, Intake intake) throws IOException {
        HttpServletRequest request = exchange.request();
        GuardedBody body = GuardedBody.open(request, limits.body().toBytes(), settings);
        LingeringCloseValve.bodyIsRead(request);
        try {
            return isMultipart(request)
                    ? readParts(exchange, body, name, intake)
                    : readRaw(exchange, body, name, intake);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw EngineException.draining();
        }
    }

    private Upload readRaw(Exchange exchange, GuardedBody body, String name, Intake intake)
            throws IOException, InterruptedException {
        if (body.declaredBytes() == 0) {
            throw RequestException.emptyBody();
        }
        return readImage(body, exchange, body, name, intake);
    }

    /** One image, the whole body or one of its parts. */
    private Upload readImage(InputStream image, Exchange exchange, GuardedBody body, String name, Intake intake)
            throws IOException, InterruptedException {
        Upload upload = Upload.of(memory, exchange, name, body, intake.headerOnly());
        try {
            HeaderProbe probe = new HeaderProbe(codecs, limits.headerSearch().toBytes(), intake::header);
            upload.readAll(image, probe);
            if (upload.isEmpty()) {
                throw RequestException.emptyBody();
            }
            probe.finish(upload.bytes());
            return upload;
        } catch (Throwable failed) {
            upload.close();
            throw failed;
        }
    }

    private Upload readParts(Exchange exchange, GuardedBody body, String name, Intake intake)
            throws InterruptedException {
        Upload image = null;
        try {
            Set<String> seen = new HashSet<>();
            MultipartParts parts = MultipartParts.of(exchange.request(), body);
            for (MultipartParts.Part part = parts.next(); part != null; part = parts.next()) {
                if (checkedName(part, seen, intake).equals(IMAGE_PART)) {
                    image = readImage(part.content(), exchange, body, name, intake);
                } else {
                    intake.pipeline(readText(part.content()));
                }
            }
            body.skipRest();
            if (image == null) {
                throw RequestException.missingImage();
            }
            return image;
        } catch (IOException malformed) {
            close(image);
            throw RequestException.malformedMultipart(String.valueOf(malformed.getMessage()));
        } catch (Throwable failed) {
            close(image);
            throw failed;
        }
    }

    private static void close(@Nullable Upload image) {
        if (image != null) {
            image.close();
        }
    }

    private static String checkedName(MultipartParts.Part part, Set<String> seen, Intake intake) {
        String name = part.name();
        if (name == null) {
            throw RequestException.malformedMultipart("a part has no name");
        }
        if (!intake.parts().contains(name)) {
            throw RequestException.unknownPart(name, intake.parts());
        }
        if (!seen.add(name)) {
            throw RequestException.repeatedPart(name);
        }
        return name;
    }

    private String readText(InputStream part) throws IOException {
        int limit = Math.toIntExact(limits.pipelineJson().toBytes());
        byte[] text = part.readNBytes(limit + 1);
        if (text.length > limit) {
            throw RequestException.pipelineTooLarge(limit);
        }
        return new String(text, StandardCharsets.UTF_8);
    }
}
