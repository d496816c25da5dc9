package dev.quarry.web;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** Writes JSON answers, whatever the client accepts. */
@Component
final class JsonWriter {

    private final JsonMapper json;

    JsonWriter(JsonMapper json) {
        this.json = json;
    }

    /** Sends {@code value} as JSON. */
    void write(HttpServletResponse response, Object value) throws IOException {
        byte[] body = json.writeValueAsBytes(value);
        response.setContentType(MediaType.APPLICATION_JSON_VALUE);
        response.setContentLength(body.length);
        response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
        response.getOutputStream().write(body);
        response.flushBuffer();
    }
}
