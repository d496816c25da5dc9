package dev.quarry.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A check around every test of the project: no storage of this process may count a leak or another fault, and none that a
 * class opened may still hold blocks when the class is done.
 */
public final class LeakCheck implements BeforeAllCallback, AfterEachCallback, AfterAllCallback {

    private static final ExtensionContext.Namespace NAMESPACE = ExtensionContext.Namespace.create(LeakCheck.class);
    private static final long PATIENCE_NANOS = 10_000_000_000L;

    @Override
    public void beforeAll(ExtensionContext context) {
        context.getStore(NAMESPACE).put("before", new HashSet<>(OpenStorages.open()));
    }

    @Override
    public void afterEach(ExtensionContext context) {
        List<String> faults = OpenStorages.newFaults();
        if (!expectsFaults(context)) {
            assertEquals(List.of(), faults, context.getDisplayName());
        }
    }

    @Override
    public void afterAll(ExtensionContext context) throws InterruptedException {
        List<String> faults = OpenStorages.newFaults();
        if (!expectsFaults(context)) {
            assertEquals(List.of(), faults, context.getDisplayName());
            Set<?> before = Objects.requireNonNull(context.getStore(NAMESPACE).get("before", Set.class));
            for (BlockStorage storage : OpenStorages.open()) {
                if (!before.contains(storage)) {
                    assertEquals(0, usedBytesInTheEnd(storage), "live when " + context.getDisplayName() + " was done");
                }
            }
        }
    }

    /** A service that was started may still be warming up. */
    private static long usedBytesInTheEnd(BlockStorage storage) throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        while (storage.stats().usedBytes() > 0 && System.nanoTime() < deadline) {
            Thread.sleep(10);
        }
        return storage.stats().usedBytes();
    }

    private static boolean expectsFaults(ExtensionContext context) {
        return context.getElement()
                        .map(element -> element.isAnnotationPresent(FaultsExpected.class))
                        .orElse(false)
                || context.getTestClass()
                        .map(type -> type.isAnnotationPresent(FaultsExpected.class))
                        .orElse(false);
    }
}
