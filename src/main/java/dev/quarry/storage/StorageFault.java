package dev.quarry.storage;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The report of one wrong use of the storage. It holds no pixels beyond the first and last 16 bytes of a block and what
 * lies in its guards.
 *
 * @param kind what was wrong
 * @param found a sentence: when it was found, and by whom
 * @param storageAddress where the storage's segment begins, which tells storages of one process apart
 * @param subject what it concerns, where that is known
 * @param neighbours the blocks beside it, where a guard is damaged
 */
public record StorageFault(
        Kind kind,
        String found,
        long storageAddress,
        @Nullable Subject subject,
        List<Subject> neighbours) {

    /** What can be wrong. */
    public enum Kind {
        /** The guard before a block is damaged. */
        WRITE_BEFORE_BLOCK("write before a block"),
        /** The guard after a block is damaged. */
        WRITE_AFTER_BLOCK("write after the end of a block"),
        /** A block was written after it was released. */
        WRITE_AFTER_RELEASE("write into a released block"),
        /** A released block was accessed. */
        USE_AFTER_RELEASE("use of a released block"),
        /** A block was released a second time. */
        DOUBLE_RELEASE("second release of a block"),
        /** A block came to an arena or a storage that it does not belong to. */
        WRONG_OWNER("release to a storage that does not own the block"),
        /** A block was released by a scope that does not hold it. */
        WRONG_SCOPE("release by a scope that does not hold the block"),
        /** Memory was asked for in a scope that is closed. */
        ALLOCATION_OUTSIDE_SCOPE("allocation in a closed scope"),
        /** Memory was asked for by a thread that must not. */
        FORBIDDEN_THREAD("allocation by a thread that must not allocate"),
        /** Memory was still held when its scope was closed. */
        SCOPE_CLOSE("leak: memory still held when its scope was closed"),
        /** Memory was still held when the storage was closed. */
        STORAGE_CLOSE("leak: memory still held when the storage was closed"),
        /** Nobody can release a block any more, for its handle is garbage. */
        LOST_HANDLE("leak: the handle of a live block is garbage");

        private final String phrase;

        Kind(String phrase) {
            this.phrase = phrase;
        }

        /** The kind in words. */
        public String phrase() {
            return phrase;
        }

        /** The kind as the tag of a metric. */
        public String tag() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Whether memory was not given back; else it, or its bookkeeping, was used wrongly. */
        public boolean isLeak() {
            return compareTo(SCOPE_CLOSE) >= 0;
        }
    }

    /** Copies the list. */
    public StorageFault {
        neighbours = List.copyOf(neighbours);
    }

    /**
     * A block or a growing buffer as it was when the fault was found.
     *
     * @param place which arena, size class and number, as words
     * @param offset where it starts in the storage's segment, its guard included
     * @param bytes its real size
     * @param requestedBytes what its holder asked for
     * @param serial how many allocations of the storage were watched before it, −1 where it was not watched
     * @param generation how often its memory had been handed out
     * @param state what the memory was doing
     * @param scope name of the scope that holds or held it
     * @param before the guard before it
     * @param after the guard after it
     * @param firstBytes its first bytes in hexadecimal, at most 16
     * @param lastBytes its last bytes in hexadecimal, at most 16
     * @param allocated who allocated it
     * @param released who released it
     */
    public record Subject(
            String place,
            long offset,
            long bytes,
            long requestedBytes,
            long serial,
            long generation,
            String state,
            String scope,
            @Nullable Guard before,
            @Nullable Guard after,
            String firstBytes,
            String lastBytes,
            @Nullable Call allocated,
            @Nullable Call released) {}

    /**
     * Bytes beside a block that nobody may write.
     *
     * @param bytes how many
     * @param firstDamage index of the first changed byte in the order of addresses; −1 when intact
     * @param shownFrom index of the first byte in {@code shown}
     * @param shown some of the bytes in hexadecimal, at most 64
     */
    public record Guard(long bytes, long firstDamage, long shownFrom, String shown) {}

    /**
     * A call of the storage.
     *
     * @param thread who called
     * @param stack from where, innermost first; empty when it was not taken
     */
    public record Call(String thread, List<StackTraceElement> stack) {

        /** Copies the list. */
        public Call {
            stack = List.copyOf(stack);
        }
    }

    /** The whole report as text of several lines. */
    @Override
    public String toString() {
        return new FaultText(this).toString();
    }
}
