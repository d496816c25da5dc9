package dev.quarry.web;

import dev.quarry.engine.StageTime;
import dev.quarry.engine.TransformResult;
import dev.quarry.pipeline.PipelinePlan;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Component;

/** Writes results: their headers, then their bytes straight from storage. */
@Component
final class ResultWriter {

    private static final int ETAG_BYTES = 16;
    private static final double NANOS_PER_MILLI = 1e6;

    private final HttpSettings settings;

    ResultWriter(HttpSettings settings) {
        this.settings = settings;
    }

    /**
     * Sends a result.
     *
     * @param uploadBytes memory that the upload took
     * @throws IOException when the client has gone, or takes its answer too slowly
     */
    void write(Exchange exchange, TransformResult result, long uploadBytes) throws IOException {
        HttpServletResponse response = exchange.response();
        MemorySegment bytes = result.bytes();
        response.setContentType(result.format().mediaType());
        response.setContentLengthLong(bytes.byteSize());
        response.setHeader(HttpHeaders.ETAG, etag(bytes));
        response.setHeader(HttpHeaders.CACHE_CONTROL, "no-transform");
        response.setHeader("X-Content-Type-Options", "nosniff");
        for (String warning : result.warnings()) {
            response.addHeader(HttpHeaders.WARNING, "299 - \"" + quotable(warning) + '"');
        }
        if (settings.informativeHeaders()) {
            inform(response, result, uploadBytes);
        }
        send(exchange, bytes);
    }

    private static void inform(HttpServletResponse response, TransformResult result, long uploadBytes) {
        PipelinePlan plan = result.plan();
        response.setHeader("Server-Timing", timing(result));
        response.setHeader("X-Image-Width", Integer.toString(plan.resultSpec().width()));
        response.setHeader("X-Image-Height", Integer.toString(plan.resultSpec().height()));
        response.setHeader(
                "X-Memory-Peak",
                "planned=%d, used=%d".formatted(plan.reservedBytes() + uploadBytes, result.usedBytes() + uploadBytes));
    }

    private static String timing(TransformResult result) {
        return result.stages().stream().map(ResultWriter::timing).collect(Collectors.joining(", "));
    }

    private static String timing(StageTime stage) {
        return String.format(Locale.ROOT, "%s;dur=%.2f", stage.stage(), stage.nanos() / NANOS_PER_MILLI);
    }

    /** A strong validator: the same bytes, and only they, have the same one. */
    private static String etag(MemorySegment bytes) {
        byte[] digest = sha256(bytes);
        return '"' + HexFormat.of().formatHex(Arrays.copyOf(digest, ETAG_BYTES)) + '"';
    }

    private static byte[] sha256(MemorySegment bytes) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(bytes.asByteBuffer());
            return digest.digest();
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }

    /** A header may hold printable ASCII only, and quotes end a quoted string. */
    private static String quotable(String text) {
        byte[] ascii = text.replace('"', '\'').replace('\\', '/').getBytes(StandardCharsets.US_ASCII);
        return new String(ascii, StandardCharsets.US_ASCII).replaceAll("\\p{Cntrl}", " ");
    }

    private void send(Exchange exchange, MemorySegment bytes) throws IOException {
        OutputStream out = exchange.response().getOutputStream();
        byte[] chunk = new byte[(int) Math.min(Upload.CHUNK_BYTES, bytes.byteSize())];
        long start = System.nanoTime();
        long sent = 0;
        while (sent < bytes.byteSize()) {
            int count = (int) Math.min(chunk.length, bytes.byteSize() - sent);
            MemorySegment.copy(bytes, ValueLayout.JAVA_BYTE, sent, chunk, 0, count);
            out.write(chunk, 0, count);
            sent += count;
            checkPace(exchange, System.nanoTime() - start, sent);
        }
        out.flush();
    }

    /** A reader may pause for the write timeout, and must then have kept the rate that is expected of uploads. */
    private void checkPace(Exchange exchange, long elapsedNanos, long sent) throws IOException {
        double counted = (double) (elapsedNanos - settings.writeTimeout().toNanos()) / TimeUnit.SECONDS.toNanos(1);
        if (counted > 0 && sent < counted * settings.minimumBodyRate().toBytes()) {
            IOException slow = new IOException("the client takes its answer too slowly");
            ConnectionValve.abort(exchange.request(), slow);
            throw slow;
        }
    }
}
