package dev.quarry.storage;

import dev.quarry.storage.StorageFault.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What was still live at the end of a scope: it is taken back first, and told of when all of it is back. */
final class LeakReport {

    private final StorageScope scope;
    private final Kind kind;
    private final List<StorageFault> watched = new ArrayList<>();
    private long unwatched;
    private @Nullable StorageFaultException first;

    LeakReport(StorageScope scope, Kind kind) {
        this.scope = scope;
        this.kind = kind;
    }

    /** Takes back what nobody released. */
    void end(Lease lease) {
        if (!lease.isLive()) {
            return;
        }
        // Written down before the release, which overwrites what there is to see.
        StorageFault fault = lease.leak(kind);
        boolean known = lease.isLost();
        try {
            if (!lease.release() || known) {
                return;
            }
        } catch (StorageFaultException damaged) {
            first = joined(first, damaged);
        }
        if (fault == null) {
            unwatched++;
        } else {
            watched.add(fault);
        }
    }

    /** Counts what was taken back, and reports it. */
    void report() {
        BlockWatch watch = scope.storage().watch();
        if (watch.isOn() && watched.isEmpty() && unwatched > 0) {
            String found = "when %s closed scope \"%s\": %d live, none of them among those whose stack was taken"
                    .formatted(BlockTrace.nameOfThread(), scope.name(), unwatched--);
            watched.add(watch.scene().fault(kind, found));
        }
        watch.reporter().count(kind, unwatched);
        // Few are logged, so those come first that say most.
        watched.sort(Comparator.comparing(fault -> !hasStack(fault)));
        for (StorageFault fault : watched) {
            try {
                watch.reporter().report(fault);
            } catch (StorageFaultException leak) {
                first = joined(first, leak);
            }
        }
        if (first != null) {
            throw first;
        }
    }

    private static boolean hasStack(StorageFault fault) {
        return fault.subject() != null
                && fault.subject().allocated() != null
                && !fault.subject().allocated().stack().isEmpty();
    }

    /** The first of two exceptions, which carries the other one. */
    static StorageFaultException joined(@Nullable StorageFaultException first, StorageFaultException next) {
        if (first == null) {
            return next;
        }
        if (first.getSuppressed().length < FaultReporter.MOST_LOGGED) {
            first.addSuppressed(next);
        }
        return first;
    }

    /** Closes all blocks, and only then throws what the first of them threw. */
    static void closeAll(List<Block> blocks) {
        StorageFaultException first = null;
        for (Block block : blocks) {
            try {
                block.close();
            } catch (StorageFaultException fault) {
                first = joined(first, fault);
            }
        }
        if (first != null) {
            throw first;
        }
    }
}
