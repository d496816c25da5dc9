package dev.quarry.operation;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The checked values of some parameters, at one place of a request. */
public final class Arguments {

    private final Place place;
    private final Map<String, Object> values;

    private Arguments(Place place, Map<String, Object> values) {
        this.place = place;
        this.values = values;
    }

    /**
     * Reads named values.
     *
     * @throws UnknownParameterException when a name is none of {@code parameters}
     * @throws InvalidParameterException when a value is not allowed or a required one is missing
     */
    public static Arguments read(Place place, List<Parameter<?>> parameters, Map<String, GivenValue> given) {
        Map<String, Parameter<?>> known = new LinkedHashMap<>();
        parameters.forEach(p -> known.put(p.name(), p));
        Map<String, Object> values = new LinkedHashMap<>();
        given.forEach((name, value) -> {
            Parameter<?> parameter = known.get(name);
            if (parameter == null) {
                throw place.unknownParameter(name, List.copyOf(known.keySet()));
            }
            values.put(name, place.read(parameter, value));
        });
        for (Parameter<?> parameter : parameters) {
            if (parameter.required() && !values.containsKey(parameter.name())) {
                throw place.missing(parameter);
            }
        }
        return new Arguments(place, values);
    }

    /** Whether the request gave a value. */
    public boolean has(Parameter<?> parameter) {
        return values.containsKey(parameter.name());
    }

    /** The value given, else the default, else null. */
    @SuppressWarnings("unchecked")
    public <T> @Nullable T find(Parameter<T> parameter) {
        Object value = values.get(parameter.name());
        // The value under a parameter's name was read by that parameter's kind.
        return value == null ? parameter.defaultValue() : (T) value;
    }

    /** The value given, else the default, of a parameter that is required or has one. */
    public <T> T get(Parameter<T> parameter) {
        T value = find(parameter);
        if (value == null) {
            throw new IllegalStateException(parameter.name() + " has neither a value nor a default");
        }
        return value;
    }

    /** The refusal of a combination: {@code reason} is the rest of a sentence that starts with the parameter's name. */
    public InvalidParameterException refused(Parameter<?> parameter, String reason) {
        return place.refused(parameter, reason);
    }
}
