package dev.quarry.pipeline;

import dev.quarry.operation.GivenValue;
import dev.quarry.operation.GivenValue.JsonFlag;
import dev.quarry.operation.GivenValue.JsonList;
import dev.quarry.operation.GivenValue.JsonNull;
import dev.quarry.operation.GivenValue.JsonNumber;
import dev.quarry.operation.GivenValue.JsonObject;
import dev.quarry.operation.GivenValue.JsonText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;

/** Reads strict JSON (RFC 8259) within limits: no duplicate names, no NaN, nothing after the value. */
final class PipelineJson {

    private static final int MOST_DIGITS = 1_000;

    private final JsonFactory factory;

    PipelineJson(PipelineSettings settings) {
        this.factory = JsonFactory.builder()
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(settings.maxJsonDepth())
                        .maxNumberLength(MOST_DIGITS)
                        .build())
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .build();
    }

    /** The members of the object that {@code text} is. */
    Map<String, GivenValue> read(String text) {
        try (JsonParser parser = factory.createParser(ObjectReadContext.empty(), text)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new MalformedPipelineException("the pipeline must be a JSON object");
            }
            Map<String, GivenValue> members = members(parser);
            if (parser.nextToken() != null) {
                throw new MalformedPipelineException(
                        "the pipeline is not valid JSON: something follows its last brace");
            }
            return members;
        } catch (JacksonException e) {
            throw malformed(e);
        }
    }

    private static MalformedPipelineException malformed(JacksonException cause) {
        var place = cause.getLocation();
        String where = place == null ? "" : " in line " + place.getLineNr() + ", column " + place.getColumnNr();
        return new MalformedPipelineException(
                "the pipeline is not valid JSON" + where + ": " + GivenValue.quoted(cause.getOriginalMessage()));
    }

    private static Map<String, GivenValue> members(JsonParser parser) {
        Map<String, GivenValue> members = new LinkedHashMap<>();
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = parser.currentName();
            members.put(name, value(parser, parser.nextToken()));
        }
        return members;
    }

    private static List<GivenValue> items(JsonParser parser) {
        List<GivenValue> items = new ArrayList<>();
        for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            items.add(value(parser, token));
        }
        return items;
    }

    private static GivenValue value(JsonParser parser, @Nullable JsonToken token) {
        if (token == null) {
            throw new MalformedPipelineException("the pipeline is not valid JSON: it ends too early");
        }
        return switch (token) {
            case START_OBJECT -> new JsonObject(members(parser));
            case START_ARRAY -> new JsonList(items(parser));
            case VALUE_STRING -> new JsonText(parser.getString());
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new JsonNumber(parser.getString());
            case VALUE_TRUE -> new JsonFlag(true);
            case VALUE_FALSE -> new JsonFlag(false);
            case VALUE_NULL -> new JsonNull();
            case NOT_AVAILABLE, END_OBJECT, END_ARRAY, PROPERTY_NAME, VALUE_EMBEDDED_OBJECT ->
                throw new MalformedPipelineException("the pipeline is not valid JSON: unexpected " + token);
        };
    }
}
