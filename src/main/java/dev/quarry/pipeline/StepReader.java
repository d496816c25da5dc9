package dev.quarry.pipeline;

import dev.quarry.operation.GivenValue;
import dev.quarry.operation.GivenValue.JsonList;
import dev.quarry.operation.GivenValue.JsonObject;
import dev.quarry.operation.GivenValue.JsonText;
import dev.quarry.operation.InvalidParameterException;
import dev.quarry.operation.Operation;
import dev.quarry.operation.OperationCatalog;
import dev.quarry.operation.OperationType;
import dev.quarry.operation.Place;
import dev.quarry.operation.UnknownOperationException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads single steps in both forms. */
final class StepReader {

    private final OperationCatalog operations;

    StepReader(OperationCatalog operations) {
        this.operations = operations;
    }

    /** The steps of a JSON list. */
    List<PipelineStep> ofJson(GivenValue given) {
        if (!(given instanceof JsonList(List<GivenValue> items))) {
            throw new MalformedPipelineException(
                    "the pipeline's steps must be a list of objects, not " + given.shown());
        }
        List<PipelineStep> steps = new ArrayList<>();
        for (GivenValue item : items) {
            steps.add(ofJson(steps.size(), item));
        }
        return steps;
    }

    private PipelineStep ofJson(int index, GivenValue given) {
        Place place = Place.step(index);
        if (!(given instanceof JsonObject(Map<String, GivenValue> members))) {
            throw place.located(new MalformedPipelineException(
                    "%s must be an object with the member op, not %s".formatted(place.words(), given.shown())));
        }
        Map<String, GivenValue> named = new LinkedHashMap<>(members);
        GivenValue op = named.remove("op");
        if (!(op instanceof JsonText(String name))) {
            throw noName(place, op);
        }
        OperationType<?> type = operations.find(name).orElseThrow(() -> unknown(place, name, "; "));
        return new PipelineStep(index, type.read(Place.step(index, name), named));
    }

    private InvalidParameterException noName(Place place, @Nullable GivenValue op) {
        InvalidParameterException refusal = new InvalidParameterException("%s: op %s; it must name an operation: %s"
                .formatted(
                        place.words(),
                        op == null ? "is missing" : "is " + op.shown(),
                        String.join(", ", operations.names())));
        refusal.with("parameter", "op").with("allowed", operations.names());
        return place.located(refusal);
    }

    /** The step that a piece of the query is. */
    PipelineStep ofQuery(int index, RawQuery.Piece piece) {
        OperationType<?> type = operations
                .find(piece.name())
                .orElseThrow(() -> unknown(
                        Place.step(index),
                        piece.name(),
                        " and no option; options are "
                                + String.join(
                                        ", ",
                                        RequestOptions.all().stream()
                                                .map(p -> p.name())
                                                .toList())
                                + "; "));
        Place place = Place.step(index, type.name());
        String value = piece.value();
        if (value == null || value.isEmpty()) {
            return new PipelineStep(index, type.read(place, Map.of()));
        }
        return new PipelineStep(index, ofValue(type, place, value));
    }

    private static Operation ofValue(OperationType<?> type, Place place, String value) {
        String[] pieces = value.split(",", -1);
        Map<String, GivenValue> named = new LinkedHashMap<>();
        boolean hasPrimary = pieces[0].indexOf(':') < 0;
        for (int i = hasPrimary ? 1 : 0; i < pieces.length; i++) {
            addNamed(named, place, pieces[i]);
        }
        return hasPrimary ? type.read(place, RawQuery.decode(pieces[0]), named) : type.read(place, named);
    }

    private static void addNamed(Map<String, GivenValue> named, Place place, String piece) {
        int colon = piece.indexOf(':');
        if (colon <= 0) {
            throw place.located(new MalformedPipelineException("%s: the piece %s is not of the form name:value"
                    .formatted(place.words(), GivenValue.quoted(piece))));
        }
        String name = RawQuery.decode(piece.substring(0, colon));
        String text = RawQuery.decode(piece.substring(colon + 1));
        if (named.putIfAbsent(name, new GivenValue.QueryText(text)) != null) {
            throw OperationType.twice(place, name);
        }
    }

    private UnknownOperationException unknown(Place place, String name, String more) {
        return place.located(new UnknownOperationException(
                "%s: %s is no operation%soperations are %s"
                        .formatted(place.words(), GivenValue.quoted(name), more, String.join(", ", operations.names())),
                operations.names()));
    }
}
