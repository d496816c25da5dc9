package dev.quarry.metrics;

import static dev.quarry.metrics.MeterKind.COUNTER;
import static dev.quarry.metrics.MeterKind.GAUGE;
import static dev.quarry.metrics.MeterKind.HISTOGRAM;
import static dev.quarry.metrics.MeterKind.SUMMARY;
import static dev.quarry.metrics.MeterKind.TIMER;

import io.micrometer.core.instrument.Tags;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Every meter of the service. */
public enum ServiceMeters {
    REQUEST(
            "quarry.request",
            HISTOGRAM,
            null,
            "Requests that carry an image, from the first byte to the end of the answer.",
            "outcome",
            "format"),
    QUEUE_WAIT("quarry.queue.wait", HISTOGRAM, null, "How long jobs waited for a worker and their memory.", "size"),
    QUEUE_DEPTH("quarry.queue.depth", GAUGE, null, "Jobs that wait for a worker.", "size"),
    QUEUE_COST("quarry.queue.cost", GAUGE, "seconds", "CPU time that the waiting jobs will probably take.", "size"),
    QUEUE_CAPACITY("quarry.queue.capacity", GAUGE, null, "Most jobs that may wait."),
    UPLOADS_WAITING("quarry.uploads.waiting", GAUGE, null, "Uploads that wait, unread, for memory."),
    REFUSALS_WAITING("quarry.refusals.waiting", GAUGE, null, "429 answers put off, of clients that ask too often."),
    QUEUE_OLDEST("quarry.queue.oldest", GAUGE, "seconds", "How long the first waiting job has waited.", "size"),
    REJECTED(
            "quarry.rejected",
            COUNTER,
            null,
            "Refusals that another moment, instance or setting would not have given.",
            "reason"),
    WORKERS_BUSY(
            "quarry.workers.busy",
            GAUGE,
            null,
            "Jobs that run: those of the workers, small ones on the reserve beside large ones, and a guest, the one job of a"
                    + " client that has none running, beside another client's on every worker."),
    WORKERS_LIMIT(
            "quarry.workers.limit",
            GAUGE,
            null,
            "Jobs that run at a time, without those on the reserve and the guest."),
    JOB_OLDEST("quarry.job.oldest", GAUGE, "seconds", "How long the oldest running job has run."),
    ENGINE_DEADLINE(
            "quarry.engine.deadline", GAUGE, "seconds", "Most time that a job may take, waiting included; a setting."),
    JOBS("quarry.jobs", COUNTER, null, "Jobs that have ended, however."),
    DECODE("quarry.decode", TIMER, null, "Decoding, by the source's format.", "format"),
    ENCODE("quarry.encode", TIMER, null, "Encoding, by the result's format.", "format"),
    STEP("quarry.step", TIMER, null, "Steps of pipelines, and the conversions put between them.", "operation"),
    SOURCE_PIXELS("quarry.source.pixels", SUMMARY, "pixels", "Width × height of sources that were admitted.", "format"),
    SOURCE_SIZE("quarry.source.size", SUMMARY, "bytes", "Sizes of source files that were admitted.", "format"),
    RESULT_SIZE("quarry.result.size", SUMMARY, "bytes", "Sizes of encoded results.", "format"),
    PLAN_MEMORY_RATIO(
            "quarry.plan.memory.ratio",
            SUMMARY,
            "ratio",
            "Memory that a job used, divided by what its plan reserved; above 1 the plan was wrong."),
    PLAN_CPU_RATIO(
            "quarry.plan.cpu.ratio", SUMMARY, "ratio", "CPU time that a job used, divided by what was predicted."),
    STORAGE_BUDGET("quarry.storage.budget", GAUGE, "bytes", "Hard limit of all storage."),
    STORAGE_RESERVED("quarry.storage.reserved", GAUGE, "bytes", "Reservations of all open scopes."),
    STORAGE_USED("quarry.storage.used", GAUGE, "bytes", "Blocks and buffers that scopes hold."),
    STORAGE_REQUESTED(
            "quarry.storage.requested",
            GAUGE,
            "bytes",
            "What was asked for when they were handed out; the rest is waste."),
    STORAGE_CACHED("quarry.storage.cached", GAUGE, "bytes", "Idle blocks that are kept."),
    STORAGE_COMMITTED("quarry.storage.committed", GAUGE, "bytes", "Memory that the system may have had to provide."),
    STORAGE_COMMITS(
            "quarry.storage.commits",
            COUNTER,
            null,
            "How often fresh memory was taken, for a block or for more of a growing buffer."),
    STORAGE_PEAK("quarry.storage.peak", GAUGE, "bytes", "The most that scopes held at one time since the start."),
    STORAGE_WAITS("quarry.storage.waits", TIMER, null, "Reservations that had to wait for memory."),
    STORAGE_WAITING("quarry.storage.waiting", GAUGE, null, "Reservations that wait for memory now."),
    STORAGE_FAILURES("quarry.storage.failures", COUNTER, null, "Reservations and allocations that got no memory."),
    STORAGE_LEAKS(
            "quarry.storage.leaks",
            COUNTER,
            null,
            "Blocks and buffers that were not given back in time; a defect.",
            "kind"),
    STORAGE_CORRUPTIONS(
            "quarry.storage.corruptions",
            COUNTER,
            null,
            "Other wrong uses of the storage; a defect. Found where `quarry.storage.debug` asks for it.",
            "kind"),
    SCOPES_LIVE("quarry.scopes.live", GAUGE, null, "Scopes that are open."),
    SCOPES_OLDEST("quarry.scopes.oldest", GAUGE, "seconds", "Age of the oldest open scope."),
    ARENA_USED("quarry.arena.used", GAUGE, "bytes", "Blocks that scopes hold.", "arena"),
    ARENA_CACHED("quarry.arena.cached", GAUGE, "bytes", "Idle blocks that are kept.", "arena"),
    ARENA_BLOCKS_USED("quarry.arena.blocks.used", GAUGE, null, "Number of blocks that scopes hold.", "arena"),
    ARENA_BLOCKS_CACHED("quarry.arena.blocks.cached", GAUGE, null, "Number of idle blocks.", "arena"),
    ARENA_LARGEST_FREE("quarry.arena.largest.free", GAUGE, "bytes", "The largest idle block.", "arena"),
    ARENA_WASTE(
            "quarry.arena.waste",
            GAUGE,
            "ratio",
            "(Size − requested) / requested, over blocks of at least 16 kB in use.",
            "arena"),
    ARENA_IMAGES("quarry.arena.images", COUNTER, null, "Images whose rows were allocated.", "arena"),
    ARENA_ALLOCATIONS("quarry.arena.allocations", COUNTER, null, "Blocks made from fresh memory.", "arena"),
    ARENA_REUSES("quarry.arena.reuses", COUNTER, null, "Blocks handed out again.", "arena"),
    ARENA_REALLOCATIONS(
            "quarry.arena.reallocations",
            COUNTER,
            null,
            "Blocks that replaced a smaller one of the same owner.",
            "arena"),
    ARENA_FREES("quarry.arena.frees", COUNTER, null, "Blocks that went back to the system.", "arena"),
    ARENA_HANDBACKS("quarry.arena.handbacks", COUNTER, null, "Blocks that came back while the lock was busy.", "arena"),
    ARENA_STEALS("quarry.arena.steals", COUNTER, null, "Blocks taken from another arena's cache.", "arena"),
    ARENA_PURGED("quarry.arena.purged", COUNTER, null, "Idle blocks given back to make room.", "arena"),
    ARENA_FAILURES("quarry.arena.failures", COUNTER, null, "Allocations that got no memory.", "arena"),
    ARENA_LOCK_ACQUISITIONS("quarry.arena.lock.acquisitions", COUNTER, null, "How often the lock was taken.", "arena"),
    ARENA_LOCK_CONTENDED("quarry.arena.lock.contended", COUNTER, null, "How often the lock was found busy.", "arena"),
    ARENA_LOCK_WAIT("quarry.arena.lock.wait", TIMER, null, "Waiting for the lock.", "arena"),
    ARENA_LOCK_MAX(
            "quarry.arena.lock.max", GAUGE, "seconds", "The longest wait for the lock since the start.", "arena"),
    ARENA_LOCK_SWITCHES(
            "quarry.arena.lock.switches",
            COUNTER,
            null,
            "How often the lock went to another thread than before.",
            "arena"),
    KERNEL("quarry.kernel", GAUGE, null, "1; the tags tell which pixel loops run, and why.", "provider", "reason"),
    CODEC(
            "quarry.codec",
            GAUGE,
            null,
            "1; the tags tell which library reads or writes a format.",
            "format",
            "library",
            "version");

    private final String label;
    private final MeterKind kind;
    private final @Nullable String unit;
    private final String description;
    private final List<String> tagNames;

    ServiceMeters(String label, MeterKind kind, @Nullable String unit, String description, String... tagNames) {
        this.label = label;
        this.kind = kind;
        this.unit = unit;
        this.description = description;
        this.tagNames = List.of(tagNames);
    }

    /** Its name, in Micrometer's form. */
    public String label() {
        return label;
    }

    /** What it measures. */
    public MeterKind kind() {
        return kind;
    }

    /** Its unit, null for plain numbers and for timers. */
    public @Nullable String unit() {
        return unit;
    }

    /** What it tells, as a sentence. */
    public String description() {
        return description;
    }

    /** The names of its tags. */
    public List<String> tagNames() {
        return tagNames;
    }

    /** Its tags with these values, in order. */
    Tags tags(String... values) {
        if (values.length != tagNames.size()) {
            throw new IllegalArgumentException(label + " has the tags " + tagNames);
        }
        Tags tags = Tags.empty();
        for (int i = 0; i < values.length; i++) {
            tags = tags.and(tagNames.get(i), values[i]);
        }
        return tags;
    }
}
