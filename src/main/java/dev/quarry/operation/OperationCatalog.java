package dev.quarry.operation;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The operations that a client can name, found among the classes that {@link Operation} permits. */
public final class OperationCatalog {

    private final Map<String, OperationType<?>> types = new LinkedHashMap<>();

    /** Reads the descriptor, a static field {@code TYPE}, of every permitted class. */
    public OperationCatalog() {
        for (Class<?> operation : Operation.class.getPermittedSubclasses()) {
            OperationType<?> type = typeOf(operation);
            if (types.put(type.name(), type) != null) {
                throw new IllegalStateException("two operations are called " + type.name());
            }
        }
    }

    /** Every descriptor, in the order of the permits clause. */
    public List<OperationType<?>> types() {
        return new ArrayList<>(types.values());
    }

    /** Every name, in the same order. */
    public List<String> names() {
        return List.copyOf(types.keySet());
    }

    /** The descriptor with this name. */
    public Optional<OperationType<?>> find(String name) {
        return Optional.ofNullable(types.get(name));
    }

    private static OperationType<?> typeOf(Class<?> operation) {
        try {
            return (OperationType<?>) operation.getDeclaredField("TYPE").get(null);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(operation.getSimpleName() + " has no static OperationType named TYPE", e);
        }
    }
}
