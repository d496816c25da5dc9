package dev.quarry.operation;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The descriptor of an operation: everything that parsing, messages and the self-description need to know of it.
 *
 * @param name the name in requests
 * @param summary what it does, as a sentence
 * @param parameters in the order of the documentation
 * @param primary its short form, null where it has none
 * @param factory makes the operation, refusing combinations that make no sense
 * @param <T> the operation
 */
public record OperationType<T extends Operation>(
        String name,
        String summary,
        List<Parameter<?>> parameters,
        @Nullable PrimaryForm primary,
        Function<Arguments, T> factory) {

    /** Copies the list. */
    public OperationType {
        parameters = List.copyOf(parameters);
    }

    /** An operation without parameters. */
    static <T extends Operation> OperationType<T> plain(String name, String summary, T operation) {
        return new OperationType<>(name, summary, List.of(), null, arguments -> operation);
    }

    /** The operation with these named values. */
    public T read(Place place, Map<String, GivenValue> given) {
        return factory.apply(Arguments.read(place, parameters, given));
    }

    /**
     * The operation with a short form and named values.
     *
     * @param primaryText the decoded short form
     */
    public T read(Place place, String primaryText, Map<String, GivenValue> given) {
        Map<String, GivenValue> all = new LinkedHashMap<>(expanded(place, primaryText));
        given.forEach((name, value) -> {
            if (all.putIfAbsent(name, value) != null) {
                throw twice(place, name);
            }
        });
        return read(place, all);
    }

    private Map<String, GivenValue> expanded(Place place, String primaryText) {
        if (primary == null) {
            throw place.located(new InvalidParameterException("%s: %s is no parameter in the form name:value; %s"
                    .formatted(place.words(), GivenValue.quoted(primaryText), allowedNames())));
        }
        Map<String, GivenValue> values = primary.read(primaryText);
        if (values == null) {
            InvalidParameterException refusal = new InvalidParameterException("%s: the value must be written %s, not %s"
                    .formatted(
                            place.words(), String.join(" or ", primary.notations()), GivenValue.quoted(primaryText)));
            refusal.with("allowed", primary.notations());
            throw place.located(refusal);
        }
        return values;
    }

    private String allowedNames() {
        return parameters.isEmpty()
                ? "this operation has no parameters"
                : "allowed are " + String.join(", ", parameterNames());
    }

    private List<String> parameterNames() {
        return parameters.stream().<String>map(Parameter::name).toList();
    }

    /** The refusal of a parameter that is given twice. */
    public static InvalidParameterException twice(Place place, String name) {
        InvalidParameterException refusal = new InvalidParameterException(
                "%s: the parameter %s is given twice".formatted(place.words(), GivenValue.quoted(name)));
        refusal.with("parameter", name);
        return place.located(refusal);
    }
}
