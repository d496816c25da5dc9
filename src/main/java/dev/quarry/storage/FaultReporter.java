package dev.quarry.storage;

import dev.quarry.storage.StorageFault.Kind;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts faults and does about them what the setting says. Safe for use by several threads at once. */
final class FaultReporter {

    /** Most reports of one kind that are logged in a minute. */
    static final int MOST_LOGGED = 10;

    private static final Logger LOG = LoggerFactory.getLogger(FaultReporter.class);
    private static final long WINDOW_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final int EXIT_CODE = 70;

    private final StorageDebug.Action action;
    private final Outlet outlet;
    private final LongSupplier clock;
    private final Map<Kind, LongAdder> counts = new EnumMap<>(Kind.class);
    private final Map<Kind, Window> windows = new EnumMap<>(Kind.class);

    FaultReporter(StorageDebug.Action action) {
        this(action, new Process(), System::nanoTime);
    }

    FaultReporter(StorageDebug.Action action, Outlet outlet, LongSupplier clock) {
        this.action = action;
        this.outlet = outlet;
        this.clock = clock;
        for (Kind kind : Kind.values()) {
            counts.put(kind, new LongAdder());
            windows.put(kind, new Window());
        }
    }

    /** Where reports go. */
    interface Outlet {

        /** Logs a report. */
        void log(String report);

        /** Ends the process. */
        void halt();
    }

    /** The log and the process that this one runs in. */
    private static final class Process implements Outlet {
        @Override
        public void log(String report) {
            LOG.error("{}", report);
        }

        @Override
        public void halt() {
            // Not exit: shutdown hooks would work on with memory that is damaged.
            Runtime.getRuntime().halt(EXIT_CODE);
        }
    }

    /** Reports of one kind that were logged since its first one. */
    private static final class Window {
        private long start;
        private int logged;
        private long withheld;
    }

    /** Counts faults of which nothing more is known. */
    void count(Kind kind, long faults) {
        of(counts, kind).add(faults);
    }

    /**
     * Counts a fault and acts on it.
     *
     * @throws StorageFaultException where that is the action
     */
    void report(StorageFault fault) {
        count(fault.kind(), 1);
        if (action == StorageDebug.Action.THROW) {
            throw new StorageFaultException(fault);
        }
        act(fault);
    }

    /** As {@link #report}, for a caller that has nothing to do with the fault: it is logged instead of thrown. */
    void note(StorageFault fault) {
        count(fault.kind(), 1);
        act(fault);
    }

    private void act(StorageFault fault) {
        boolean halting = action == StorageDebug.Action.HALT;
        Window window = of(windows, fault.kind());
        long withheld;
        synchronized (window) {
            long now = clock.getAsLong();
            if (window.logged == 0 || now - window.start > WINDOW_NANOS) {
                window.start = now;
                window.logged = 0;
            }
            if (window.logged == MOST_LOGGED && !halting) {
                window.withheld++;
                return;
            }
            window.logged++;
            withheld = window.withheld;
            window.withheld = 0;
        }
        outlet.log(
                withheld == 0 ? fault.toString() : fault + "\n  and " + withheld + " of this kind before, not logged");
        if (halting) {
            outlet.halt();
        }
    }

    /** How many faults of each kind there were. */
    Map<Kind, Long> counts() {
        Map<Kind, Long> sums = new EnumMap<>(Kind.class);
        counts.forEach((kind, count) -> sums.put(kind, count.sum()));
        return Collections.unmodifiableMap(sums);
    }

    private static <T> T of(Map<Kind, T> all, Kind kind) {
        return Objects.requireNonNull(all.get(kind));
    }
}
