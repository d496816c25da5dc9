package dev.quarry.storage;

import java.util.ArrayList;
import java.util.List;

/** What one scope may have to take back at its end. Safe for use by several threads at once. */
final class LeaseList {

    private static final int FIRST_SWEEP = 32;

    // Leases that were released stay in the list until the next sweep.
    private final List<Lease> leases = new ArrayList<>();
    private int nextSweep = FIRST_SWEEP;
    private boolean closed;

    /** Adds a lease; false once it is closed. */
    synchronized boolean add(Lease lease) {
        if (closed) {
            return false;
        }
        while (!leases.isEmpty() && !leases.getLast().isLive()) {
            leases.removeLast();
        }
        if (leases.size() >= nextSweep) {
            leases.removeIf(old -> !old.isLive());
            nextSweep = Math.max(FIRST_SWEEP, leases.size() * 2);
        }
        leases.add(lease);
        return true;
    }

    /** Takes all leases out, of which some may be released already, and closes it. */
    synchronized List<Lease> close() {
        closed = true;
        List<Lease> left = List.copyOf(leases);
        leases.clear();
        return left;
    }
}
