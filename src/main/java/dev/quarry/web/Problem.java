package dev.quarry.web;

import dev.quarry.error.ServiceException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * One answer of RFC 9457.
 *
 * @param type which problem
 * @param detail a sentence that a person can act on
 * @param facts members for programs
 */
record Problem(ProblemType type, String detail, Map<String, Object> facts) {

    private static final Set<Integer> RETRIED = Set.of(429, 503);

    /** Copies the facts and keeps their order. */
    Problem {
        facts = Collections.unmodifiableMap(new LinkedHashMap<>(facts));
    }

    static Problem of(ServiceException failure) {
        return new Problem(ProblemType.of(failure.kind()), failure.detail(), failure.facts());
    }

    static Problem of(ProblemType type, String detail) {
        return new Problem(type, detail, Map.of());
    }

    /** A defect, told without its innards; {@code id} is in the log. */
    static Problem internal(String id) {
        return new Problem(
                ProblemType.INTERNAL, "the service failed; its log tells why under the id " + id, Map.of("id", id));
    }

    /** Seconds after which a client may try again, 0 when trying again is no use. */
    long retryAfterSeconds() {
        if (!RETRIED.contains(type.status())) {
            return 0;
        }
        return facts.get("retryAfter") instanceof Number seconds ? seconds.longValue() : 1;
    }

    /** The members of the answer, in order. */
    Map<String, Object> members(String instance) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("type", type.address());
        members.put("title", type.title());
        members.put("status", type.status());
        members.put("detail", detail);
        members.put("instance", instance);
        facts.forEach(members::putIfAbsent);
        return members;
    }
}
