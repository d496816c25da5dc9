package dev.quarry.web;

import dev.quarry.codec.ImageHeader;
import dev.quarry.engine.TransformEngine;
import dev.quarry.image.ImageLimits;
import dev.quarry.pipeline.OutputRequest;
import dev.quarry.pipeline.OutputRequest.AcceptedType;
import dev.quarry.pipeline.OutputRequest.FormatChoice;
import dev.quarry.pipeline.PipelinePlan;
import dev.quarry.pipeline.PipelineRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;

/**
 * A transformation as its parts come: planned as soon as pipeline and header are both known, and then refused or given a place
 * in the queue, before the rest of its body is read.
 */
final class TransformIntake implements Intake, AutoCloseable {

    private final TransformParts parts;
    private final Exchange exchange;
    private final boolean headerOnly;
    private final boolean pipelineMayCome;
    private PipelineRequest request;
    private @Nullable ImageHeader header;
    private TransformEngine.@Nullable Place place;
    private boolean pipelineKnown;

    /** Parses the query, which is refused before any byte of the body is read. */
    TransformIntake(TransformParts parts, Exchange exchange, boolean headerOnly) {
        this.parts = parts;
        this.exchange = exchange;
        this.headerOnly = headerOnly;
        this.pipelineMayCome = BodyReader.isMultipart(exchange.request());
        this.request = parse(null);
        this.pipelineKnown = !pipelineMayCome;
    }

    private PipelineRequest parse(@Nullable String json) {
        PipelineRequest parsed = parts.parser().parse(exchange.request().getQueryString(), json);
        if (parsed.output().choice() == FormatChoice.AUTO) {
            exchange.response().setHeader(HttpHeaders.VARY, HttpHeaders.ACCEPT);
        }
        return parsed;
    }

    @Override
    public List<String> parts() {
        return List.of(BodyReader.IMAGE_PART, BodyReader.PIPELINE_PART);
    }

    @Override
    public boolean headerOnly() {
        return headerOnly;
    }

    @Override
    public void header(ImageHeader found) {
        header = found;
        exchange.sourceFormat(found.format());
        ImageLimits limits = parts.limits();
        limits.check(found.width(), found.height(), "the image");
        parts.codecs().decoderFor(found);
        planIfPossible();
    }

    @Override
    public void pipeline(String json) {
        request = parse(json);
        pipelineKnown = true;
        planIfPossible();
    }

    private void planIfPossible() {
        if (pipelineKnown && header != null) {
            long declared = exchange.request().getContentLengthLong();
            PipelinePlan plan = plan(header, declared);
            if (!headerOnly) {
                place = parts.engine().claim(exchange.client(), plan, Math.max(0, declared), request.timeout());
            }
        }
    }

    /** The parsed request, after the whole body has come. */
    PipelineRequest request() {
        return request;
    }

    /** The place in the queue; null as long as none was kept. */
    TransformEngine.@Nullable Place place() {
        return place;
    }

    /** Gives the place up, if no job has taken it. */
    @Override
    public void close() {
        if (place != null) {
            place.close();
        }
    }

    /** The plan, after the whole body has come. */
    PipelinePlan plan(long sourceBytes) {
        if (header == null) {
            throw new IllegalStateException("the header of " + exchange.name() + " was never told");
        }
        return plan(header, sourceBytes);
    }

    private PipelinePlan plan(ImageHeader source, long sourceBytes) {
        List<AcceptedType> accepted = request.output().choice() == FormatChoice.AUTO
                ? AcceptHeader.of(exchange.request())
                : OutputRequest.anything();
        PipelinePlan plan = parts.planner().plan(request, source, accepted, sourceBytes);
        parts.admission().check(plan, Math.max(0, sourceBytes));
        return plan;
    }
}
