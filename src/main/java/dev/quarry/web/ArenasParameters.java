package dev.quarry.web;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.InvocationContext;
import org.springframework.boot.actuate.endpoint.OperationType;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.invoke.OperationInvoker;
import org.springframework.boot.actuate.endpoint.invoke.OperationInvokerAdvisor;
import org.springframework.boot.actuate.endpoint.invoke.OperationParameter;
import org.springframework.boot.actuate.endpoint.invoke.OperationParameters;
import org.springframework.stereotype.Component;

/**
 * A check of what the arenas endpoint is called with: only what it knows, and each in its place. Spring puts the path, the
 * body and the query into one map, in which the query wins and what nobody asks for is lost.
 */
@Component
final class ArenasParameters implements OperationInvokerAdvisor {

    private static final EndpointId ARENAS = EndpointId.of("arenas");

    private final HttpServletRequest request;

    /** A check of {@code request}, which stands for the one that the current thread answers. */
    ArenasParameters(HttpServletRequest request) {
        this.request = request;
    }

    @Override
    public OperationInvoker apply(
            EndpointId endpointId, OperationType type, OperationParameters parameters, OperationInvoker invoker) {
        if (!endpointId.equals(ARENAS)) {
            return invoker;
        }
        Set<String> known = parameters.stream().map(OperationParameter::getName).collect(Collectors.toSet());
        Set<String> inQuery = type == OperationType.WRITE
                ? Set.of()
                : parameters.stream()
                        .filter(parameter -> parameter.getAnnotation(Selector.class) == null)
                        .map(OperationParameter::getName)
                        .collect(Collectors.toSet());
        return context -> invoke(invoker, context, known, inQuery);
    }

    private @Nullable Object invoke(
            OperationInvoker invoker, InvocationContext context, Set<String> known, Set<String> inQuery) {
        requireNoOther("a query parameter", request.getParameterMap().keySet(), inQuery);
        requireNoOther("a member", context.getArguments().keySet(), known);
        return invoker.invoke(context);
    }

    private static void requireNoOther(String what, Collection<String> given, Set<String> known) {
        for (String name : given) {
            if (!known.contains(name)) {
                String allowed = known.isEmpty() ? "none is" : String.join(", ", new TreeSet<>(known));
                throw new InvalidEndpointRequestException(
                        "unknown parameter " + name, "%s is called \"%s\"; allowed: %s".formatted(what, name, allowed));
            }
        }
    }
}
