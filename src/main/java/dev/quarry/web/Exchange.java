package dev.quarry.web;

import dev.quarry.codec.ImageFormat;
import dev.quarry.engine.fair.ClientId;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

/** One request and its answer, with what is known about them so far. Used by one thread at a time. */
final class Exchange {

    private final HttpServletRequest request;
    private final HttpServletResponse response;
    private final ClientId client;
    private final long startNanos = System.nanoTime();
    private @Nullable ImageFormat sourceFormat;

    Exchange(HttpServletRequest request, HttpServletResponse response, ClientId client) {
        this.request = request;
        this.client = client;
        this.response = response;
    }

    HttpServletRequest request() {
        return request;
    }

    HttpServletResponse response() {
        return response;
    }

    /** Who asks. */
    ClientId client() {
        return client;
    }

    /** What its memory is called in reports. */
    String name() {
        return request.getRequestURI() + " " + request.getRequestId();
    }

    /** The format of the source, null until its header has been read. */
    @Nullable
    ImageFormat sourceFormat() {
        return sourceFormat;
    }

    void sourceFormat(ImageFormat format) {
        sourceFormat = format;
    }

    long elapsedNanos() {
        return System.nanoTime() - startNanos;
    }
}
