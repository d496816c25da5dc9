package dev.quarry.web;

import dev.quarry.operation.Parameter;
import org.jspecify.annotations.Nullable;

/**
 * One parameter of an operation, or one option of a request, as clients see it.
 *
 * @param name in requests
 * @param type what its values are
 * @param unit null where it has none
 * @param summary what it does
 * @param allowed a list of words, or a range
 * @param minimum the smallest number, null where there is none
 * @param maximum the greatest number, null where there is none
 * @param defaultValue null where it must be given or has none
 * @param required whether it must be given
 */
record ParameterInfo(
        String name,
        String type,
        @Nullable String unit,
        String summary,
        Object allowed,
        @Nullable Number minimum,
        @Nullable Number maximum,
        @Nullable Object defaultValue,
        boolean required) {

    static ParameterInfo of(Parameter<?> parameter) {
        return new ParameterInfo(
                parameter.name(),
                parameter.kind().type(),
                parameter.unit(),
                parameter.summary(),
                parameter.kind().allowed(),
                parameter.kind().minimum(),
                parameter.kind().maximum(),
                parameter.shownDefault(),
                parameter.required());
    }
}
