package dev.quarry.storage;

import java.util.LinkedHashSet;
import java.util.List;

/** The open scopes of one storage in the order of their opening. */
final class ScopeRegistry {

    private final LinkedHashSet<StorageScope> open = new LinkedHashSet<>();
    private boolean closed;

    /** Enters a scope; false when the storage is closed. */
    synchronized boolean enter(StorageScope scope) {
        if (closed) {
            return false;
        }
        open.add(scope);
        return true;
    }

    /** Removes a closed scope. */
    synchronized void leave(StorageScope scope) {
        open.remove(scope);
    }

    /** Lets no scope in any more; those that are open. */
    synchronized List<StorageScope> close() {
        closed = true;
        return List.copyOf(open);
    }

    /** How many are open. */
    synchronized int count() {
        return open.size();
    }

    /** Age of the oldest open scope, 0 when none is open. */
    synchronized long oldestNanos(long nowNanos) {
        return open.isEmpty() ? 0 : nowNanos - open.getFirst().openedNanos();
    }
}
