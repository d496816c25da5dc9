package dev.quarry.operation;

import dev.quarry.error.ServiceException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where in a request something stands, so that a refusal can say so.
 *
 * @param step index from 0, null outside the steps
 * @param operation the step's operation, null where it is not known or there is none
 * @param words the place in a message, such as {@code step 0 (resize)}
 */
public record Place(@Nullable Integer step, @Nullable String operation, String words) {

    /** A step whose operation is not known yet. */
    public static Place step(int index) {
        return new Place(index, null, "step " + index);
    }

    /** A step. */
    public static Place step(int index, String operation) {
        return new Place(index, operation, "step " + index + " (" + operation + ")");
    }

    /** A place outside the steps, such as {@code output}. */
    public static Place named(String words) {
        return new Place(null, null, words);
    }

    /** The value of a parameter. */
    <T> T read(Parameter<T> parameter, GivenValue given) {
        T value = parameter.kind().read(given);
        if (value == null) {
            ParameterKind<T> kind = parameter.kind();
            InvalidParameterException refusal = new InvalidParameterException(
                    "%s: %s must be %s, not %s".formatted(words, parameter.name(), kind.expectation(), given.shown()));
            refusal.with("parameter", parameter.name())
                    .with("allowed", kind.allowed())
                    .with("actual", given.shown());
            throw located(refusal);
        }
        return value;
    }

    /** A name that is none of the parameters here. */
    public UnknownParameterException unknownParameter(String name, List<String> allowed) {
        return located(new UnknownParameterException(words, name, allowed));
    }

    InvalidParameterException missing(Parameter<?> parameter) {
        InvalidParameterException refusal = new InvalidParameterException("%s: %s is missing; it must be %s"
                .formatted(words, parameter.name(), parameter.kind().expectation()));
        refusal.with("parameter", parameter.name())
                .with("allowed", parameter.kind().allowed());
        return located(refusal);
    }

    InvalidParameterException refused(Parameter<?> parameter, String reason) {
        InvalidParameterException refusal =
                new InvalidParameterException("%s: %s %s".formatted(words, parameter.name(), reason));
        refusal.with("parameter", parameter.name());
        return located(refusal);
    }

    /** The refusal with this place's facts. */
    public <E extends ServiceException> E located(E refusal) {
        if (step != null) {
            refusal.with("step", step);
        }
        if (operation != null) {
            refusal.with("operation", operation);
        }
        return refusal;
    }
}
