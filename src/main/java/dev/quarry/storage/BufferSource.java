package dev.quarry.storage;

import org.jspecify.annotations.Nullable;

/**
 * Where the memory of one growing buffer comes from, each piece charged to the buffer's scope before it is used: a block, or
 * a slot of addresses and ever more pages of it.
 */
final class BufferSource {

    private static final long LARGEST_STEP_BYTES = 1 << 20;

    private final StorageScope scope;
    private final BlockStorage storage;
    private final long maxBytes;

    BufferSource(StorageScope scope, long maxBytes) {
        this.scope = scope;
        this.storage = scope.storage();
        this.maxBytes = maxBytes;
    }

    /**
     * A slot, and its first pages where it is warm.
     *
     * @param slot the addresses
     * @param bytes how many of its first bytes are usable and charged to the scope
     * @param fault what was found in these pages; null when all is well
     */
    record Claim(
            GrowingSlots.Slot slot, long bytes, @Nullable StorageFault fault) {}

    /** A block of {@code bytes}, whose pages a cache may still hold; null when the scope has no room for it. */
    @Nullable
    Block block(long bytes) {
        return scope.tryCharge(storage.bytesFor(bytes)) ? scope.takeUnlisted(storage.withGuards(bytes)) : null;
    }

    /**
     * A block of {@code ample} bytes; if need be only of {@code needed}.
     *
     * @throws StorageExhaustedException when there is no room for either
     */
    Block block(long ample, long needed) {
        Block taken = block(ample);
        if (taken == null && scope.tryChargeOrTopUp(storage.bytesFor(needed))) {
            taken = scope.takeUnlisted(storage.withGuards(needed));
        }
        if (taken == null) {
            throw scope.exhausted(storage.bytesFor(needed));
        }
        return taken;
    }

    /** A slot for a buffer that wants {@code wanted} bytes at once; null where a block is better. */
    @Nullable
    Claim slot(long wanted) {
        GrowingSlots slots = storage.slots();
        GrowingSlots.Slot slot = slots.take(slotBytes());
        while (slot != null && slot.warmBytes() > 0) {
            long warm = chargeWarm(slot, wanted);
            StorageFault fault = slots.damage(slot, "it was handed out again");
            if (slots.use(slot, warm)) {
                return new Claim(slot, warm, fault);
            }
            scope.uncharge(warm);
            slot = slots.take(slotBytes());
        }
        return slot == null ? null : new Claim(slot, 0, null);
    }

    /** Charges the scope for pages that are there already: as many as it may need, but not so many that others starve. */
    private long chargeWarm(GrowingSlots.Slot warm, long wanted) {
        long half = scope.unusedBytes() / 2 / SizeClasses.PAGE_BYTES * SizeClasses.PAGE_BYTES;
        long needed = SizeClasses.wholePages(storage.withGuards(wanted));
        long bytes = Math.min(warm.warmBytes(), Math.max(half, needed));
        boolean open = false;
        try {
            long charged = scope.tryCharge(bytes) ? bytes : 0;
            open = true;
            return charged;
        } finally {
            if (!open) {
                storage.slots().putBack(warm);
            }
        }
    }

    /** Gives a slot back, of which the first {@code bytes} were used. */
    void giveBack(GrowingSlots.Slot slot, long bytes) {
        storage.slots().giveBack(slot, bytes);
        scope.uncharge(bytes);
    }

    /**
     * Charges the scope for more of a slot, of which {@code committed} bytes are usable, so that {@code wanted} bytes find
     * room between the guards: twice as much, but at most a large step more than needed; if need be only what is needed.
     *
     * @return how many bytes more
     * @throws StorageExhaustedException when the scope has no room even for that
     */
    long chargeMore(long committed, long wanted) {
        long needed = SizeClasses.wholePages(storage.withGuards(wanted));
        long step = Math.min(committed, LARGEST_STEP_BYTES);
        long ample = Math.min(SizeClasses.wholePages(slotBytes()), Math.max(needed, committed + step));
        if (scope.tryCharge(ample - committed)) {
            return ample - committed;
        }
        if (scope.tryChargeOrTopUp(needed - committed)) {
            return needed - committed;
        }
        throw scope.exhausted(needed - committed);
    }

    /** Charges the storage for {@code more} bytes that the scope is charged for; false when there is no room. */
    boolean chargeStorage(long more) {
        return storage.arenas().charge(scope.home(), more);
    }

    /** Makes more of a slot usable that has been charged; false when the system refuses. */
    boolean commit(long offset, long more) {
        return storage.slots().extend(offset, more);
    }

    /** Ends both charges of bytes that could not be made usable. */
    void unchargeAll(long more) {
        storage.ledger().unuse(more);
        scope.uncharge(more);
    }

    private long slotBytes() {
        return storage.withGuards(maxBytes);
    }
}
