package dev.quarry.web;

import dev.quarry.engine.Deadline;
import dev.quarry.engine.EngineSettings;
import dev.quarry.engine.TransformEngine;
import dev.quarry.engine.TransformJob;
import dev.quarry.engine.TransformResult;
import dev.quarry.pipeline.PipelineRequest;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** One image in, one image out. */
@RestController
final class TransformController {

    private final RequestGuard guard;
    private final BodyReader bodies;
    private final TransformParts parts;
    private final TransformEngine engine;
    private final EngineSettings settings;
    private final ResultWriter results;

    TransformController(
            RequestGuard guard,
            BodyReader bodies,
            TransformParts parts,
            TransformEngine engine,
            EngineSettings settings,
            ResultWriter results) {
        this.guard = guard;
        this.bodies = bodies;
        this.parts = parts;
        this.engine = engine;
        this.settings = settings;
        this.results = results;
    }

    /** Answers with the transformed image. */
    @PostMapping("/v1/transform")
    void transform(HttpServletRequest request, HttpServletResponse response) {
        guard.run(request, response, this::transform);
    }

    private void transform(Exchange exchange) throws IOException {
        TransformIntake intake = new TransformIntake(parts, exchange, false);
        Upload upload = bodies.read(exchange, exchange.name() + " upload", intake);
        TransformResult result;
        long uploadBytes;
        try (upload) {
            result = engine.transform(job(exchange, intake, upload));
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
                Deadline.after(timeout(intake.request())),
                exchange.client(),
                ConnectionValve.of(exchange.request()));
    }

    /** The client's own deadline counts where it is the earlier one. */
    private Duration timeout(PipelineRequest request) {
        Duration asked = request.timeout();
        return asked != null && asked.compareTo(settings.deadline()) < 0 ? asked : settings.deadline();
    }
}
