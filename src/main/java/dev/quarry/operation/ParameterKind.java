package dev.quarry.operation;

import dev.quarry.operation.GivenValue.JsonFlag;
import dev.quarry.operation.GivenValue.JsonList;
import dev.quarry.operation.GivenValue.JsonNull;
import dev.quarry.operation.GivenValue.JsonNumber;
import dev.quarry.operation.GivenValue.JsonObject;
import dev.quarry.operation.GivenValue.JsonText;
import dev.quarry.operation.GivenValue.QueryText;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a parameter's values are: how one is read from a request, and how it is described.
 *
 * @param <T> the values
 */
public sealed interface ParameterKind<T> {

    /** The value that {@code given} stands for, or null where it stands for none of this kind. */
    @Nullable
    T read(GivenValue given);

    /** The word for the kind in the self-description: {@code integer}, {@code number}, {@code boolean}, {@code word}, {@code color}. */
    String type();

    /** What is allowed, to follow "must be": {@code a whole number from 1 to 100}. */
    String expectation();

    /** What is allowed, for programs: a list of words, or a range. */
    Object allowed();

    /** A value of this kind as a request would write it. */
    Object shown(T value);

    /** The smallest number allowed, null where the kind has none. */
    default @Nullable Number minimum() {
        return null;
    }

    /** The greatest number allowed, null where the kind has none. */
    default @Nullable Number maximum() {
        return null;
    }

    /** Whole numbers from {@code least} to {@code most}. */
    record WholeNumber(int least, int most) implements ParameterKind<Integer> {

        @Override
        public @Nullable Integer read(GivenValue given) {
            Double value = Numerals.readWhole(given);
            return value != null && value >= least && value <= most ? Integer.valueOf(value.intValue()) : null;
        }

        @Override
        public String type() {
            return "integer";
        }

        @Override
        public String expectation() {
            return "a whole number from " + allowed();
        }

        @Override
        public Object allowed() {
            return least + " to " + most;
        }

        @Override
        public Object shown(Integer value) {
            return value;
        }

        @Override
        public Number minimum() {
            return least;
        }

        @Override
        public Number maximum() {
            return most;
        }
    }

    /** Real numbers from {@code least} to {@code most}; infinite bounds are no bounds. */
    record RealNumber(double least, double most) implements ParameterKind<Double> {

        @Override
        public @Nullable Double read(GivenValue given) {
            Double value = Numerals.read(given);
            return value != null && value >= least && value <= most ? value : null;
        }

        @Override
        public String type() {
            return "number";
        }

        @Override
        public String expectation() {
            return isBounded() ? "a number from " + allowed() : "a finite number";
        }

        @Override
        public Object allowed() {
            return isBounded() ? Numerals.plain(least) + " to " + Numerals.plain(most) : "any finite number";
        }

        @Override
        public Object shown(Double value) {
            return value;
        }

        @Override
        public @Nullable Number minimum() {
            return isBounded() ? least : null;
        }

        @Override
        public @Nullable Number maximum() {
            return isBounded() ? most : null;
        }

        private boolean isBounded() {
            return !Double.isInfinite(least) && !Double.isInfinite(most);
        }
    }

    /** {@code true} or {@code false}. */
    record Flag() implements ParameterKind<Boolean> {

        @Override
        public @Nullable Boolean read(GivenValue given) {
            return switch (given) {
                case JsonFlag(boolean value) -> value;
                case QueryText(String text) when text.equals("true") -> true;
                case QueryText(String text) when text.equals("false") -> false;
                case QueryText q -> null;
                case JsonText t -> null;
                case JsonNumber n -> null;
                case JsonNull n -> null;
                case JsonList l -> null;
                case JsonObject o -> null;
            };
        }

        @Override
        public String type() {
            return "boolean";
        }

        @Override
        public String expectation() {
            return "true or false";
        }

        @Override
        public Object allowed() {
            return List.of(true, false);
        }

        @Override
        public Object shown(Boolean value) {
            return value;
        }
    }

    /**
     * One of some words.
     *
     * @param words each word that is understood, with what it means, in the order of the documentation
     * @param aliases those of the words that are understood but not listed
     */
    record Word<T>(Map<String, T> words, Set<String> aliases) implements ParameterKind<T> {

        /** Copies the words and keeps their order. */
        public Word {
            words = Collections.unmodifiableMap(new LinkedHashMap<>(words));
            aliases = Set.copyOf(aliases);
        }

        /** The words for all constants of an enum. */
        static <E extends Enum<E>> Word<E> of(E[] constants, Function<E, String> label) {
            Map<String, E> words = new LinkedHashMap<>();
            for (E constant : constants) {
                words.put(label.apply(constant), constant);
            }
            return new Word<>(words, Set.of());
        }

        @Override
        public @Nullable T read(GivenValue given) {
            String text = textOf(given);
            return text == null ? null : words.get(text);
        }

        @Override
        public String type() {
            return "word";
        }

        @Override
        public String expectation() {
            return "one of " + String.join(", ", listed());
        }

        @Override
        public Object allowed() {
            return listed();
        }

        @Override
        public Object shown(T value) {
            return listed().stream()
                    .filter(w -> value.equals(words.get(w)))
                    .findFirst()
                    .orElseThrow();
        }

        private List<String> listed() {
            List<String> listed = new ArrayList<>(words.keySet());
            listed.removeAll(aliases);
            return listed;
        }
    }

    /**
     * A colour.
     *
     * @param opaque whether it must not be translucent
     */
    record ColorValue(boolean opaque) implements ParameterKind<Color> {

        @Override
        public @Nullable Color read(GivenValue given) {
            String text = textOf(given);
            Color color = text == null ? null : Color.parse(text);
            return color != null && (color.isOpaque() || !opaque) ? color : null;
        }

        @Override
        public String type() {
            return "color";
        }

        @Override
        public String expectation() {
            return (opaque ? "an opaque" : "a") + " colour: " + allowed();
        }

        @Override
        public Object allowed() {
            return opaque ? "#rgb, #rrggbb or a CSS name" : "#rgb, #rrggbb, #rrggbbaa or a CSS name";
        }

        @Override
        public Object shown(Color value) {
            return value.toString();
        }
    }

    private static @Nullable String textOf(GivenValue given) {
        return switch (given) {
            case QueryText(String text) -> text;
            case JsonText(String text) -> text;
            case JsonNumber n -> null;
            case JsonFlag f -> null;
            case JsonNull n -> null;
            case JsonList l -> null;
            case JsonObject o -> null;
        };
    }

    /** Decimal numerals of both forms of request. */
    final class Numerals {

        private static final Pattern NUMERAL = Pattern.compile("[+-]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)([eE][+-]?[0-9]+)?");

        // A power of ten is a way to write measurements, not counts.
        private static final Pattern WHOLE = Pattern.compile("[+-]?[0-9]+(\\.0*)?");

        private Numerals() {}

        static @Nullable Double read(GivenValue given) {
            return read(given, NUMERAL);
        }

        static @Nullable Double readWhole(GivenValue given) {
            return read(given, WHOLE);
        }

        private static @Nullable Double read(GivenValue given, Pattern form) {
            return switch (given) {
                case QueryText(String text) -> finite(text, form);
                case JsonNumber(String literal) -> finite(literal, form);
                case JsonText t -> null;
                case JsonFlag f -> null;
                case JsonNull n -> null;
                case JsonList l -> null;
                case JsonObject o -> null;
            };
        }

        private static @Nullable Double finite(String text, Pattern form) {
            if (!form.matcher(text).matches()) {
                return null;
            }
            double value = Double.parseDouble(text);
            // Adding zero turns −0 into 0.
            return Double.isFinite(value) ? Double.valueOf(value + 0.0) : null;
        }

        static String plain(double value) {
            return value == Math.rint(value) ? String.valueOf((long) value) : String.valueOf(value);
        }
    }
}
