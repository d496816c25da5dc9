package dev.quarry.operation;

import java.util.List;
import java.util.Map;

/** A value as the request gave it, before it is known what it should be. */
public sealed interface GivenValue {

    /** A decoded piece of the query string, which may stand for a number, a word or a colour. */
    record QueryText(String text) implements GivenValue {}

    /** A JSON string. */
    record JsonText(String text) implements GivenValue {}

    /** A JSON number, as written. */
    record JsonNumber(String literal) implements GivenValue {}

    /** A JSON {@code true} or {@code false}. */
    record JsonFlag(boolean value) implements GivenValue {}

    /** A JSON {@code null}. */
    record JsonNull() implements GivenValue {}

    /** A JSON array. */
    record JsonList(List<GivenValue> items) implements GivenValue {

        /** Copies the list. */
        public JsonList {
            items = List.copyOf(items);
        }
    }

    /** A JSON object, its members in order. */
    record JsonObject(Map<String, GivenValue> members) implements GivenValue {}

    /** The value in a message: its text, shortened and without control characters, or the kind of structure. */
    default String shown() {
        return switch (this) {
            case QueryText(String text) -> quoted(text);
            case JsonText(String text) -> quoted(text);
            case JsonNumber(String literal) -> shortened(literal);
            case JsonFlag(boolean value) -> String.valueOf(value);
            case JsonNull() -> "null";
            case JsonList list -> "a list";
            case JsonObject object -> "an object";
        };
    }

    /** Text from the request in single quotes, fit for a message. */
    static String quoted(String text) {
        return "'" + shortened(text) + "'";
    }

    private static String shortened(String text) {
        StringBuilder shown = new StringBuilder();
        text.codePoints()
                .limit(SHOWN_CHARACTERS)
                .map(c -> Character.isISOControl(c) || Character.getType(c) == Character.SURROGATE ? '�' : c)
                .forEach(shown::appendCodePoint);
        return text.codePointCount(0, text.length()) > SHOWN_CHARACTERS ? shown + "…" : shown.toString();
    }

    /** The most characters of a value that a message repeats. */
    int SHOWN_CHARACTERS = 60;
}
