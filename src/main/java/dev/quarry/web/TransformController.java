package dev.quarry.web;

import dev.quarry.engine.TransformJob;
import dev.quarry.engine.TransformResult;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** One image in, one image out. */
@RestController
final class TransformController {

    private final RequestGuard guard;
    private final BodyReader bodies;
    private final TransformParts parts;
    private final ResultWriter results;

    TransformController(RequestGuard guard, BodyReader bodies, TransformParts parts, ResultWriter results) {
        this.guard = guard;
        this.bodies = bodies;
        this.parts = parts;
        this.results = results;
    }

    /** Answers with the transformed image. */
    @PostMapping("/v1/transform")
    void transform(HttpServletRequest request, HttpServletResponse response) {
        guard.run(request, response, this::transform);
    }

    private void transform(Exchange exchange) throws IOException {
        TransformResult result;
        long uploadBytes;
        try (TransformIntake intake = new TransformIntake(parts, exchange, false);
                Upload upload = bodies.read(exchange, exchange.name() + " upload", intake)) {
            result = parts.engine().transform(job(exchange, intake, upload), intake.place());
            uploadBytes = upload.peakBytes();
        }
        try (result) {
            results.write(exchange, result, uploadBytes);
        }
    }

    private TransformJob job(Exchange exchange, TransformIntake intake, Upload upload) {
        return new TransformJob(
                exchange.name(),
                intake.plan(upload.bytes().byteSize()),
                upload.bytes(),
                parts.engine().deadline(intake.request().timeout()),
                exchange.client(),
                ConnectionValve.of(exchange.request()));
    }
}
