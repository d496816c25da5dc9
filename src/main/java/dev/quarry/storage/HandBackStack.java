package dev.quarry.storage;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A lock-free stack by which any thread hands something back to an owner whose lock is busy. It is only ever emptied as a
 * whole, so an item that comes back at another time cannot be mistaken for an earlier one; and it allocates nothing, so
 * that memory can be handed back when the heap is exhausted.
 */
final class HandBackStack<T extends HandBackStack.Item<T>> {

    private final AtomicReference<@Nullable T> top = new AtomicReference<>();

    /** Puts {@code item} on the stack, never waiting for a lock; says how many lie there now. */
    int push(T item) {
        while (true) {
            T seen = top.get();
            int height = seen == null ? 1 : seen.height + 1;
            item.below = seen;
            item.height = height;
            if (top.compareAndSet(seen, item)) {
                return height;
            }
        }
    }

    /** Whether nothing is there; may be stale at once. */
    boolean isEmpty() {
        return top.get() == null;
    }

    /** Takes all that is there, last in first out, and gives each to {@code owner}. */
    void drainTo(Consumer<? super T> owner) {
        T item = isEmpty() ? null : top.getAndSet(null);
        while (item != null) {
            T next = item.below;
            item.below = null;
            owner.accept(item);
            item = next;
        }
    }

    /** What can lie on a stack, on one at a time. */
    abstract static class Item<T extends Item<T>> {
        @Nullable
        T below;

        int height;
    }
}
