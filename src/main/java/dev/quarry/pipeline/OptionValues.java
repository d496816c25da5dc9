package dev.quarry.pipeline;

import dev.quarry.operation.Arguments;
import dev.quarry.operation.GivenValue;
import dev.quarry.operation.InvalidParameterException;
import dev.quarry.operation.Parameter;
import dev.quarry.operation.Place;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The options of one request, gathered from its JSON and its query; a contradiction between them is refused. */
final class OptionValues {

    private final Map<Parameter<?>, Object> values = new HashMap<>();

    /** Adds the values of some options at one place. */
    void add(Place place, List<Parameter<?>> options, Map<String, GivenValue> given) {
        Arguments arguments = Arguments.read(place, options, given);
        for (Parameter<?> option : options) {
            if (arguments.has(option)) {
                add(place, option, Objects.requireNonNull(arguments.find(option)));
            }
        }
    }

    private void add(Place place, Parameter<?> option, Object value) {
        Object before = values.putIfAbsent(option, value);
        if (before != null && !before.equals(value)) {
            InvalidParameterException refusal = new InvalidParameterException(
                    place.words() + ": " + option.name() + " is given twice with different values");
            refusal.with("parameter", option.name());
            throw refusal;
        }
    }

    /** The value given, else the default, else null. */
    @SuppressWarnings("unchecked")
    private <T> @Nullable T find(Parameter<T> option) {
        Object value = values.get(option);
        // The value under an option was read by that option's kind.
        return value == null ? option.defaultValue() : (T) value;
    }

    private <T> T get(Parameter<T> option) {
        return Objects.requireNonNull(find(option));
    }

    private <T> @Nullable T given(Parameter<T> option) {
        return values.containsKey(option) ? find(option) : null;
    }

    /** What is asked of the encoding. */
    OutputRequest output() {
        RequestOptions.Format format = get(RequestOptions.FORMAT);
        Integer maxBytes = find(RequestOptions.MAX_BYTES);
        return new OutputRequest(
                format.choice(),
                format.format(),
                find(RequestOptions.QUALITY),
                given(RequestOptions.PROGRESSIVE),
                given(RequestOptions.CHROMA),
                given(RequestOptions.COMPRESSION),
                given(RequestOptions.LOSSLESS),
                given(RequestOptions.EFFORT),
                maxBytes == null ? null : maxBytes.longValue());
    }

    boolean autoOrient() {
        return get(RequestOptions.AUTO_ORIENT);
    }

    @Nullable
    Duration timeout() {
        Double seconds = find(RequestOptions.TIMEOUT);
        return seconds == null ? null : Duration.ofNanos(Math.round(seconds * 1e9));
    }
}
