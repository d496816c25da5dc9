package dev.quarry.operation;

import dev.quarry.operation.GivenValue.QueryText;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The short form of an operation's main parameters in a query, such as {@code WxH}.
 *
 * @param notations how it may be written, for messages and the self-description
 * @param pattern matches the decoded text; its groups are the values, a group without a match is left out
 * @param parameters the parameter of each group
 */
public record PrimaryForm(List<String> notations, Pattern pattern, List<Parameter<?>> parameters) {

    /** Copies the lists. */
    public PrimaryForm {
        notations = List.copyOf(notations);
        parameters = List.copyOf(parameters);
    }

    /** The whole text is the value of one parameter. */
    static PrimaryForm of(Parameter<?> parameter) {
        return new PrimaryForm(List.of(parameter.name()), Pattern.compile("(.+)", Pattern.DOTALL), List.of(parameter));
    }

    /** The whole text is the value of each of these parameters. */
    static PrimaryForm forAll(String notation, Parameter<?>... parameters) {
        String groups = "(?=(.+))".repeat(parameters.length - 1) + "(.+)";
        return new PrimaryForm(List.of(notation), Pattern.compile(groups, Pattern.DOTALL), List.of(parameters));
    }

    /** The values in {@code text}, or null where it is none of the notations. */
    @Nullable
    Map<String, GivenValue> read(String text) {
        Matcher matcher = pattern.matcher(text);
        if (!matcher.matches()) {
            return null;
        }
        Map<String, GivenValue> values = new LinkedHashMap<>();
        for (int i = 0; i < parameters.size(); i++) {
            String group = matcher.group(i + 1);
            if (group != null) {
                values.put(parameters.get(i).name(), new QueryText(group));
            }
        }
        return values;
    }
}
