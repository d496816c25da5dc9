package dev.quarry.storage;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** How frames are made: of memory from the system, for which idle blocks make way, or of the parts of a larger frame. */
final class FreshFrames {

    private final MemoryLedger ledger;
    private final PageSource pages;
    private final Reclaimer reclaimer;
    private final AtomicLong ids = new AtomicLong();

    FreshFrames(MemoryLedger ledger, PageSource pages, Reclaimer reclaimer) {
        this.ledger = ledger;
        this.pages = pages;
        this.reclaimer = reclaimer;
    }

    /** A frame of fresh memory, charged as used; null when there is no room for it. */
    @Nullable
    Frame make(BlockArena home, int sizeClass) {
        long bytes = SizeClasses.bytesOf(sizeClass);
        long offset = takePages(home, bytes);
        if (offset < 0) {
            return null;
        }
        Frame frame = null;
        try {
            frame = new Frame(ids.getAndIncrement(), sizeClass, offset, pages.areZero());
            return frame;
        } finally {
            if (frame == null) {
                pages.giveBackUsed(offset, bytes);
            }
        }
    }

    /** The parts that a frame is cut into, a frame of {@code sizeClass} first. */
    List<Frame> cut(Frame whole, int sizeClass) {
        List<Frame> parts = new ArrayList<>();
        long offset = whole.offset();
        for (int part : FrameSplit.classes(whole.sizeClass(), sizeClass)) {
            parts.add(new Frame(ids.getAndIncrement(), part, offset, false));
            offset += SizeClasses.bytesOf(part);
        }
        return parts;
    }

    private long takePages(BlockArena home, long bytes) {
        if (!charge(home, bytes)) {
            return -1;
        }
        long offset = addresses(home, bytes);
        if (offset >= 0) {
            if (pages.commit(offset, bytes)) {
                return offset;
            }
            pages.addresses().free(offset, bytes);
        }
        ledger.unuse(bytes);
        return -1;
    }

    /** Charges fresh memory, for which idle blocks make way; false when even so there is no room. */
    boolean charge(BlockArena home, long bytes) {
        return ledger.tryUse(bytes) || reclaimer.makeRoom(home, ledger.missingBytes(bytes), () -> ledger.tryUse(bytes));
    }

    /** A free run of addresses, for which idle frames make way; −1 when there is none even so. */
    private long addresses(BlockArena home, long bytes) {
        AddressSpace addresses = pages.addresses();
        long offset = addresses.allocate(bytes);
        if (offset >= 0) {
            return offset;
        }
        long[] found = {-1};
        reclaimer.makeRoom(home, bytes, () -> {
            found[0] = addresses.allocate(bytes);
            return found[0] >= 0;
        });
        return found[0];
    }
}
