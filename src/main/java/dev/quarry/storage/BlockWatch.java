package dev.quarry.storage;

import dev.quarry.storage.StorageDebug.Level;
import dev.quarry.storage.StorageFault.Kind;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The watch over the memory of one storage: what a debug level does at each turn of a block's life. Where it is not on,
 * none of its hooks is called. Safe for use by several threads at once.
 */
final class BlockWatch {

    /** So many other blocks come back to an arena before a released one is handed out again, in the paranoid level. */
    static final int RESTING_BLOCKS = 16;

    private static final int SAMPLED_ONE_OF = 128;

    private final Level level;
    private final GuardedMemory memory;
    private final FaultReporter reporter;
    private final FaultScene scene;
    private final AtomicLong serials = new AtomicLong();

    // Every frame from its first use until its memory goes back to the system.
    private final ConcurrentSkipListMap<Long, Frame> frames = new ConcurrentSkipListMap<>();
    private volatile Predicate<Thread> forbidden = thread -> false;

    BlockWatch(Level level, MemorySegment segment, int alignmentBytes, FaultReporter reporter) {
        this.level = level;
        this.reporter = reporter;
        memory = new GuardedMemory(segment, level.guards() ? Math.max(RowLayout.SLACK_BYTES, alignmentBytes) : 0);
        scene = new FaultScene(segment.address(), memory, frames);
    }

    /** Whether anything is watched. */
    boolean isOn() {
        return level.traces();
    }

    /** Whether blocks are guarded, and every call is checked. */
    boolean isGuarding() {
        return level.guards();
    }

    /** Whether accesses to rows are checked. */
    boolean isParanoid() {
        return level.isParanoid();
    }

    /** Bytes at both ends of a block that nobody may touch. */
    int guardBytes() {
        return memory.guardBytes();
    }

    /** So many other blocks come back to an arena before a released one is handed out again. */
    int restingBlocks() {
        return level.isParanoid() ? RESTING_BLOCKS : 0;
    }

    /** What guards and fills memory that has no frame. */
    GuardedMemory memory() {
        return memory;
    }

    /** What counts faults, watched or not. */
    FaultReporter reporter() {
        return reporter;
    }

    /** Names the threads that must not allocate. */
    void forbid(Predicate<Thread> threads) {
        forbidden = threads;
    }

    /** Looks at a call that wants memory for {@code scope}. */
    void allocating(StorageScope scope) {
        Kind kind = null;
        if (scope.isClosed()) {
            kind = Kind.ALLOCATION_OUTSIDE_SCOPE;
        } else if (forbidden.test(Thread.currentThread())) {
            kind = Kind.FORBIDDEN_THREAD;
        }
        if (kind != null) {
            String found = "when " + BlockTrace.nameOfThread() + " asked scope \"" + scope.name() + "\" for memory";
            reporter.report(scene.fault(kind, found));
        }
    }

    /** What is remembered of an allocation for {@code scope}; null when nothing is. */
    @Nullable
    BlockTrace trace(StorageScope scope) {
        boolean stack = level.isParanoid() || ThreadLocalRandom.current().nextInt(SAMPLED_ONE_OF) == 0;
        return stack || level.guards() ? new BlockTrace(serials.getAndIncrement(), scope, stack) : null;
    }

    /** Looks at memory that is handed out, marks it, and makes its handle. */
    Block issue(StorageScope scope, Frame frame) {
        StorageFault fault =
                level.guards() && isReleased(frame) ? releasedFault(frame, "it was handed out again") : null;
        BlockTrace trace = trace(scope);
        frame.trace = trace;
        if (level.guards()) {
            memory.arm(scene.extent(frame));
            frames.put(frame.offset(), frame);
        }
        Block block = new Block(scope, frame);
        if (trace != null) {
            // The action must not hold the handle that it waits for.
            long generation = frame.generation();
            trace.watchHandle(block, () -> lose(frame, generation, trace));
        }
        boolean kept = false;
        try {
            report(fault);
            kept = true;
        } finally {
            if (!kept) {
                block.release();
            }
        }
        return block;
    }

    private static boolean isReleased(Frame frame) {
        BlockTrace trace = frame.trace;
        return trace != null && trace.released() != null;
    }

    /** Whether a block that is still live may be released for its scope. */
    boolean mayRelease(Block block) {
        Frame frame = block.frame();
        BlockTrace trace = frame.trace;
        if (!level.guards() || trace == null || !block.isLive()) {
            return true;
        }
        Kind kind = null;
        if (!block.scope().storage().arenas().owns(frame)) {
            kind = Kind.WRONG_OWNER;
        } else if (trace.scope() != block.scope()) {
            kind = Kind.WRONG_SCOPE;
        }
        if (kind == null) {
            return true;
        }
        String found = "when " + BlockTrace.nameOfThread() + " released it for scope \""
                + block.scope().name() + '"';
        reporter.report(scene.fault(kind, found, frame));
        return false;
    }

    /** Looks at memory that was just released, and marks it. */
    void released(Frame frame) {
        BlockTrace trace = frame.trace;
        if (trace == null) {
            return;
        }
        trace.release(level.isParanoid());
        if (!level.guards()) {
            return;
        }
        StorageFault fault = guardFault(frame, "it was released");
        memory.disarm(frame.offset(), frame.bytes());
        report(fault);
    }

    /** Looks at memory that goes back to the system, and forgets it. The caller has nothing to do with what is found. */
    void gone(Frame frame) {
        if (level.guards()) {
            frames.remove(frame.offset(), frame);
            StorageFault fault = isReleased(frame) ? releasedFault(frame, "its memory went back to the system") : null;
            if (fault != null) {
                reporter.note(fault);
            }
        }
    }

    private @Nullable StorageFault releasedFault(Frame frame, String moment) {
        long damage = memory.damageOfReleased(frame.offset(), frame.bytes());
        return damage < 0 ? null : scene.fault(Kind.WRITE_AFTER_RELEASE, changed(moment, damage), frame);
    }

    /** The report of a write into the warm part of an idle slot; null when there was none. */
    @Nullable
    StorageFault releasedFault(GrowingSlots.Slot slot, String moment) {
        long damage = memory.damageOfReleased(slot.offset(), slot.warmBytes());
        return damage < 0 ? null : scene.fault(Kind.WRITE_AFTER_RELEASE, changed(moment, damage), slot);
    }

    private static String changed(String moment, long damage) {
        return "when " + moment + ", by " + BlockTrace.nameOfThread() + ": byte " + damage + " was changed";
    }

    /** Looks at a handle that was released before. */
    void releasedTwice(Block block) {
        if (level.guards()) {
            reporter.report(scene.late(Kind.DOUBLE_RELEASE, late(block, "released"), block));
        }
    }

    /** Looks at a handle that is used after its release. */
    void usedLate(Block block) {
        reporter.report(scene.late(Kind.USE_AFTER_RELEASE, late(block, "used"), block));
    }

    private static String late(Block block, String verb) {
        return "when %s %s the handle of generation %d of scope \"%s\""
                .formatted(
                        BlockTrace.nameOfThread(),
                        verb,
                        block.generation(),
                        block.scope().name());
    }

    /** What writes reports. */
    FaultScene scene() {
        return scene;
    }

    /** Acts on a fault, if there is one. */
    void report(@Nullable StorageFault fault) {
        if (fault != null) {
            reporter.report(fault);
        }
    }

    /** The report of a block that is still live at the end of its scope or storage; null where it was not watched. */
    @Nullable
    StorageFault leak(Kind kind, Block block) {
        BlockTrace trace = block.frame().trace;
        return trace == null
                ? null
                : scene.fault(kind, "when " + BlockTrace.nameOfThread() + " closed it", block.frame());
    }

    private void lose(Frame frame, long generation, BlockTrace trace) {
        if (frame.isLive(generation) && memory.isAccessible()) {
            trace.lose();
            reporter.note(scene.fault(Kind.LOST_HANDLE, "by the garbage collector", frame));
        }
    }

    /** Looks at all memory now, and says what is damaged; each fault is counted. */
    List<StorageFault> verify() {
        List<StorageFault> faults = new ArrayList<>();
        for (Frame frame : frames.values()) {
            long generation = frame.generation();
            Frame.State state = frame.state();
            StorageFault fault = switch (state) {
                case LIVE -> guardFault(frame, "all memory was verified");
                case IDLE -> releasedFault(frame, "all memory was verified");
                case RELEASED, GONE -> null;
            };
            // What changed hands meanwhile was marked anew, and is looked at by those who did that.
            boolean same =
                    frame.state() == state && frame.generation() == generation && frames.get(frame.offset()) == frame;
            if (fault != null && same) {
                reporter.count(fault.kind(), 1);
                faults.add(fault);
            }
        }
        return faults;
    }

    private @Nullable StorageFault guardFault(Frame frame, String moment) {
        GuardedMemory.Extent extent = scene.extent(frame);
        boolean before = memory.damageBefore(extent) >= 0;
        if (!before && memory.damageAfter(extent) < 0) {
            return null;
        }
        Kind kind = before ? Kind.WRITE_BEFORE_BLOCK : Kind.WRITE_AFTER_BLOCK;
        String found = "when " + moment + ", by " + BlockTrace.nameOfThread();
        return scene.withNeighbours(scene.fault(kind, found, frame), frame);
    }
}
