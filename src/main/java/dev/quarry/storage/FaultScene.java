package dev.quarry.storage;

import dev.quarry.storage.GuardedMemory.Extent;
import dev.quarry.storage.StorageFault.Kind;
import dev.quarry.storage.StorageFault.Subject;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The scene of a fault: it looks at memory and bookkeeping and writes down what it sees. */
final class FaultScene {

    private final long address;
    private final GuardedMemory memory;
    private final ConcurrentSkipListMap<Long, Frame> frames;

    FaultScene(long address, GuardedMemory memory, ConcurrentSkipListMap<Long, Frame> frames) {
        this.address = address;
        this.memory = memory;
        this.frames = frames;
    }

    /** A report that concerns no memory. */
    StorageFault fault(Kind kind, String found) {
        return fault(kind, found, (Subject) null);
    }

    /** A report. */
    StorageFault fault(Kind kind, String found, @Nullable Subject subject) {
        return new StorageFault(kind, found, address, subject, List.of());
    }

    /** A report of a frame as its present or last holder left it. */
    StorageFault fault(Kind kind, String found, Frame frame) {
        boolean marked = kind != Kind.WRITE_AFTER_RELEASE && memory.guardBytes() > 0;
        return fault(kind, found, subject(frame, frame.trace, true, marked));
    }

    /** A report of the memory that a growing buffer left. */
    StorageFault fault(Kind kind, String found, GrowingSlots.Slot slot) {
        Subject subject = new Subject(
                "what a growing buffer left",
                slot.offset(),
                slot.warmBytes(),
                slot.warmBytes(),
                -1,
                1,
                "IDLE",
                "",
                null,
                null,
                memory.first(slot.offset(), slot.warmBytes()),
                memory.last(slot.offset(), slot.warmBytes()),
                null,
                null);
        return fault(kind, found, subject);
    }

    /** A report of a handle whose memory may have another holder by now, of which nothing is told. */
    StorageFault late(Kind kind, String found, Block block) {
        return fault(kind, found, subject(block.frame(), block.trace(), false, false));
    }

    /** A report that also tells what lies beside {@code frame}. */
    StorageFault withNeighbours(StorageFault fault, Frame frame) {
        List<Subject> beside = Stream.of(frames.lowerEntry(frame.offset()), frames.higherEntry(frame.offset()))
                .filter(Objects::nonNull)
                .map(Map.Entry::getValue)
                .map(this::neighbour)
                .toList();
        return new StorageFault(fault.kind(), fault.found(), address, fault.subject(), beside);
    }

    /** How the memory of a frame is divided. */
    Extent extent(Frame frame) {
        return new Extent(frame.offset(), frame.bytes(), frame.requestedBytes() - 2L * memory.guardBytes());
    }

    private Subject neighbour(Frame frame) {
        return subject(frame, frame.trace, false, false);
    }

    private Subject subject(Frame frame, @Nullable BlockTrace trace, boolean withContent, boolean withGuards) {
        Extent extent = extent(frame);
        long start = extent.offset() + memory.guardBytes();
        return new Subject(
                "arena " + frame.arena().index() + ", class " + frame.sizeClass() + ", block " + frame.id(),
                extent.offset(),
                extent.bytes(),
                extent.usedBytes(),
                trace == null ? -1 : trace.serial(),
                frame.generation(),
                frame.state().toString(),
                trace == null ? "" : trace.scope().name(),
                withGuards ? memory.before(extent) : null,
                withGuards ? memory.after(extent) : null,
                withContent ? memory.first(start, extent.usedBytes()) : "",
                withContent ? memory.last(start, extent.usedBytes()) : "",
                trace == null ? null : trace.allocated(),
                trace == null ? null : trace.released());
    }
}
