package dev.quarry.pipeline;

import dev.quarry.operation.GivenValue;
import dev.quarry.operation.GivenValue.JsonObject;
import dev.quarry.operation.OperationCatalog;
import dev.quarry.operation.Parameter;
import dev.quarry.operation.Place;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads requests in both forms, the JSON pipeline and the query's short form. Safe for use by several threads at once. */
public final class PipelineParser {

    private static final Place QUERY = Place.named("the query");
    private static final Place PIPELINE = Place.named("the pipeline");
    private static final Place OUTPUT = Place.named("output");

    private final PipelineSettings settings;
    private final StepReader steps;
    private final PipelineJson json;

    /** A parser for these operations, within the limits of the settings. */
    public PipelineParser(OperationCatalog operations, PipelineSettings settings) {
        this.settings = settings;
        this.steps = new StepReader(operations);
        this.json = new PipelineJson(settings);
    }

    /**
     * Reads a request. Options may stand in the query beside steps in either form; steps stand in one place.
     *
     * @param rawQuery the undecoded query string, null where absent
     * @param text the text of the {@code pipeline} part, whose length the caller has limited; null where absent
     * @throws dev.quarry.error.ServiceException naming the place, the parameter and what is allowed
     */
    public PipelineRequest parse(@Nullable String rawQuery, @Nullable String text) {
        OptionValues options = new OptionValues();
        List<PipelineStep> queried = rawQuery == null ? List.of() : ofQuery(rawQuery, options);
        List<PipelineStep> listed = text == null ? List.of() : ofJson(text, options);
        if (!queried.isEmpty() && !listed.isEmpty()) {
            throw new MalformedPipelineException(
                    "there are steps in the query and in the pipeline; they must stand in one place");
        }
        List<PipelineStep> all = queried.isEmpty() ? listed : queried;
        return new PipelineRequest(all, options.output(), options.autoOrient(), options.timeout());
    }

    private List<PipelineStep> ofQuery(String rawQuery, OptionValues options) {
        List<PipelineStep> read = new ArrayList<>();
        Set<String> optionNames = names(RequestOptions.all());
        for (RawQuery.Piece piece : RawQuery.pieces(rawQuery)) {
            if (optionNames.contains(piece.name())) {
                String value = piece.value() == null ? "" : RawQuery.decode(piece.value());
                options.add(QUERY, RequestOptions.all(), Map.of(piece.name(), new GivenValue.QueryText(value)));
            } else {
                checkCount(read.size() + 1);
                read.add(steps.ofQuery(read.size(), piece));
            }
        }
        return read;
    }

    private List<PipelineStep> ofJson(String text, OptionValues options) {
        Map<String, GivenValue> members = new LinkedHashMap<>(json.read(text));
        GivenValue listed = members.remove("steps");
        GivenValue output = members.remove("output");
        checkNames(members);
        options.add(PIPELINE, RequestOptions.request(), members);
        if (output instanceof JsonObject(Map<String, GivenValue> values)) {
            options.add(OUTPUT, RequestOptions.output(), values);
        } else if (output != null) {
            throw new MalformedPipelineException("output must be an object, not " + output.shown());
        }
        if (listed instanceof GivenValue.JsonList(List<GivenValue> items)) {
            checkCount(items.size());
        }
        return listed == null ? List.of() : steps.ofJson(listed);
    }

    private static void checkNames(Map<String, GivenValue> members) {
        Set<String> allowed = new LinkedHashSet<>(List.of("steps", "output"));
        allowed.addAll(names(RequestOptions.request()));
        for (String name : members.keySet()) {
            if (!allowed.contains(name)) {
                throw PIPELINE.unknownParameter(name, List.copyOf(allowed));
            }
        }
    }

    private static Set<String> names(List<Parameter<?>> parameters) {
        Set<String> names = new LinkedHashSet<>();
        parameters.forEach(p -> names.add(p.name()));
        return names;
    }

    private void checkCount(int count) {
        if (count > settings.maxSteps()) {
            MalformedPipelineException refusal = new MalformedPipelineException(
                    "the request has more than %d steps, which is the most allowed".formatted(settings.maxSteps()));
            refusal.with("limit", settings.maxSteps()).with("actual", count);
            throw refusal;
        }
    }
}
