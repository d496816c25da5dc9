package dev.quarry.web;

import dev.quarry.codec.ImageHeader;
import dev.quarry.error.ErrorKind;
import dev.quarry.error.ServiceException;
import dev.quarry.image.ImageLimits;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** One image in, what its header says out. */
@RestController
final class InfoController {

    private final RequestGuard guard;
    private final BodyReader bodies;
    private final ImageLimits limits;
    private final JsonWriter json;

    InfoController(RequestGuard guard, BodyReader bodies, ImageLimits limits, JsonWriter json) {
        this.guard = guard;
        this.bodies = bodies;
        this.limits = limits;
        this.json = json;
    }

    /** Answers with the image's properties; no pixel is decoded. */
    @PostMapping("/v1/info")
    void info(HttpServletRequest request, HttpServletResponse response) {
        guard.run(request, response, this::info);
    }

    private void info(Exchange exchange) throws IOException {
        String query = exchange.request().getQueryString();
        if (query != null && !query.isEmpty()) {
            throw new NoParametersException(query);
        }
        HeaderIntake intake = new HeaderIntake(exchange);
        try (Upload upload = bodies.read(exchange, exchange.name(), intake)) {
            json.write(exchange.response(), ImageInfo.of(intake.header()));
        }
    }

    /** Wants an image within the limits, and no pipeline. */
    private final class HeaderIntake implements Intake {

        private final Exchange exchange;
        private @Nullable ImageHeader header;

        HeaderIntake(Exchange exchange) {
            this.exchange = exchange;
        }

        ImageHeader header() {
            if (header == null) {
                throw new IllegalStateException("the header of " + exchange.name() + " was never told");
            }
            return header;
        }

        @Override
        public List<String> parts() {
            return List.of(BodyReader.IMAGE_PART);
        }

        @Override
        public boolean headerOnly() {
            return true;
        }

        @Override
        public void header(ImageHeader found) {
            header = found;
            exchange.sourceFormat(found.format());
            limits.check(found.width(), found.height(), "the image");
        }

        @Override
        public void pipeline(String text) {
            throw new IllegalStateException("a part that is not allowed was told");
        }
    }

    /** A query where none is understood. */
    private static final class NoParametersException extends ServiceException {

        NoParametersException(String query) {
            super(ErrorKind.UNKNOWN_PARAMETER, "/v1/info has no parameters, but was given \"" + query + '"');
            with("parameter", query.split("[=&]", 2)[0]);
            with("allowed", List.of());
        }
    }
}
