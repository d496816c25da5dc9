package dev.quarry.operation;

import org.jspecify.annotations.Nullable;

/**
 * One parameter of an operation, or one option of a request: its name, its values and its default.
 *
 * @param name the name in requests
 * @param kind what its values are
 * @param unit such as {@code px}, null where it has none
 * @param summary what it does, as the rest of a sentence
 * @param defaultValue the value where the request gives none, null where that depends on other things
 * @param defaultText what the default depends on, null where there is a default value or none
 * @param required whether the request must give it
 * @param <T> the values
 */
public record Parameter<T>(
        String name,
        ParameterKind<T> kind,
        @Nullable String unit,
        String summary,
        @Nullable T defaultValue,
        @Nullable String defaultText,
        boolean required) {

    /** A parameter that may be left out and has no default. */
    public static <T> Parameter<T> of(String name, ParameterKind<T> kind, String summary) {
        return new Parameter<>(name, kind, null, summary, null, null, false);
    }

    /** This parameter in a unit. */
    public Parameter<T> in(String newUnit) {
        return new Parameter<>(name, kind, newUnit, summary, defaultValue, defaultText, required);
    }

    /** This parameter with a default. */
    public Parameter<T> orElse(T value) {
        return new Parameter<>(name, kind, unit, summary, value, null, false);
    }

    /** This parameter with a default that depends on what {@code text} says. */
    public Parameter<T> orElseAs(String text) {
        return new Parameter<>(name, kind, unit, summary, null, text, false);
    }

    /** This parameter as one that must be given. */
    public Parameter<T> mandatory() {
        return new Parameter<>(name, kind, unit, summary, null, null, true);
    }

    /** The default as a request would write it or as text, null where there is none. */
    public @Nullable Object shownDefault() {
        return defaultValue == null ? defaultText : kind.shown(defaultValue);
    }
}
