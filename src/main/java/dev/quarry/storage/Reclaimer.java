package dev.quarry.storage;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * What is done when fresh memory finds no room, step by step: idle blocks of the own arena go back to the system, then those
 * of arenas that are not busy, then those of all, until there is room or nothing is idle any more.
 */
final class Reclaimer {

    // Long enough for a thread of low priority to go on.
    private static final long IN_FLIGHT_NANOS = 20_000;

    private final MemoryLedger ledger;
    private final PageSource pages;
    private final GrowingSlots slots;
    private final ArenaGroup group;
    private final AtomicInteger nextArena = new AtomicInteger();

    Reclaimer(MemoryLedger ledger, PageSource pages, GrowingSlots slots, ArenaGroup group) {
        this.ledger = ledger;
        this.pages = pages;
        this.slots = slots;
        this.group = group;
    }

    /**
     * Tries until there is room.
     *
     * @param bytes how much idle memory is in the way at least
     * @param attempt takes the room; true when it has it
     * @return false when nothing is idle and there is no room even so
     */
    boolean makeRoom(BlockArena home, long bytes, BooleanSupplier attempt) {
        ledger.press();
        try {
            long found = evict(home, bytes);
            if (attempt.getAsBoolean()) {
                return true;
            }
            found = evictFromIdleArenas(home, bytes - found);
            if (attempt.getAsBoolean()) {
                return true;
            }
            while (ledger.reclaimableBytes() > 0) {
                if (reclaim(bytes) == 0) {
                    // The rest is on its way between an arena and the system in another thread's hands.
                    LockSupport.parkNanos(IN_FLIGHT_NANOS);
                }
                if (attempt.getAsBoolean()) {
                    return true;
                }
            }
            pages.retryStranded();
            return attempt.getAsBoolean();
        } finally {
            ledger.relax();
        }
    }

    private long evict(BlockArena arena, long bytes) {
        arena.lock().acquire();
        return evictLocked(arena, bytes);
    }

    private long evictLocked(BlockArena arena, long bytes) {
        arena.acceptHandedBack();
        long found = arena.purge(bytes);
        group.leave(arena);
        return found;
    }

    private long evictFromIdleArenas(BlockArena home, long bytes) {
        long found = 0;
        for (int i = 1; i < group.size() && found < bytes; i++) {
            BlockArena arena = group.arena(home.index() + i);
            if (arena.lock().tryAcquire()) {
                found += evictLocked(arena, bytes - found);
            }
        }
        return found;
    }

    /** Gives idle blocks of any arena, then idle slots, back until {@code bytes} are found or none is left; says how many bytes. */
    long reclaim(long bytes) {
        long found = 0;
        int start = nextArena.getAndIncrement();
        for (int i = 0; i < group.size() && found < bytes; i++) {
            found += evict(group.arena(start + i), bytes - found);
        }
        return found < bytes ? found + slots.purge(bytes - found) : found;
    }
}
