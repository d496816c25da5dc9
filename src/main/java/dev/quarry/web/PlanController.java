package dev.quarry.web;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** One image in, what a transformation would do out: the same request as a transformation, without the work. */
@RestController
final class PlanController {

    private final RequestGuard guard;
    private final BodyReader bodies;
    private final TransformParts parts;
    private final JsonWriter json;

    PlanController(RequestGuard guard, BodyReader bodies, TransformParts parts, JsonWriter json) {
        this.guard = guard;
        this.bodies = bodies;
        this.parts = parts;
        this.json = json;
    }

    /** Answers with the plan; no pixel is decoded. */
    @PostMapping("/v1/plan")
    void plan(HttpServletRequest request, HttpServletResponse response) {
        guard.run(request, response, this::plan);
    }

    private void plan(Exchange exchange) throws IOException {
        TransformIntake intake = new TransformIntake(parts, exchange, true);
        bodies.read(exchange, exchange.name(), intake).close();
        long sourceBytes = Math.max(0, exchange.request().getContentLengthLong());
        json.write(
                exchange.response(),
                PlanInfo.of(intake.plan(sourceBytes), sourceBytes, parts.admission(), parts.limits()));
    }
}
