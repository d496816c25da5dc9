package dev.quarry.error;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A refusal or failure whose message is safe to show to the client: a sentence that names what is wrong and what is
 * allowed. Expected refusals carry no stack trace.
 */
public abstract class ServiceException extends RuntimeException {

    private final ErrorKind kind;
    private final transient Map<String, Object> facts = new LinkedHashMap<>();

    /** An expected refusal. */
    protected ServiceException(ErrorKind kind, String detail) {
        super(detail, null, false, false);
        this.kind = kind;
    }

    /** A failure whose cause matters to the operator. */
    protected ServiceException(ErrorKind kind, String detail, Throwable cause) {
        super(detail, cause, false, true);
        this.kind = kind;
    }

    /** What kind of refusal this is. */
    public final ErrorKind kind() {
        return kind;
    }

    /** A sentence that a person can act on. */
    public final String detail() {
        return String.valueOf(getMessage());
    }

    /** Members for programs: {@code step}, {@code operation}, {@code parameter}, {@code allowed}, {@code limit}, {@code actual}. */
    public final Map<String, Object> facts() {
        return Collections.unmodifiableMap(facts);
    }

    /** Adds a fact; the first value of a name stays. */
    public final ServiceException with(String name, Object value) {
        facts.putIfAbsent(name, value);
        return this;
    }
}
