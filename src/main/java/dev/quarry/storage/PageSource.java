package dev.quarry.storage;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;

/**
 * Where fresh memory comes from and goes back to: the address range and the system behind it. Memory is charged before it
 * comes here and is no longer charged only when its pages went back; what the system refuses to take stays charged, and is
 * offered again and again.
 */
final class PageSource {

    private final SystemMemory memory;
    private final AddressSpace addresses;
    private final MemoryLedger ledger;
    private final LongAdder commits = new LongAdder();
    private final ConcurrentLinkedQueue<Stranded> stranded = new ConcurrentLinkedQueue<>();

    PageSource(SystemMemory memory, MemoryLedger ledger) {
        this.memory = memory;
        this.ledger = ledger;
        this.addresses = memory.addresses();
    }

    /** The addresses. */
    AddressSpace addresses() {
        return addresses;
    }

    /** Whether a part of what was taken at once can be given back alone. */
    boolean isDivisible() {
        return memory.isDivisible();
    }

    /** Whether pages that were just made usable hold nothing but zeros. */
    boolean areZero() {
        return memory.commitsZeros();
    }

    /** Makes pages usable that are charged; false when the system refuses. */
    boolean commit(long offset, long bytes) {
        boolean granted = memory.commit(offset, bytes);
        if (granted) {
            commits.increment();
        }
        return granted;
    }

    /** How often pages were made usable. */
    long commits() {
        return commits.sum();
    }

    /** Gives used memory and its addresses back, and ends its charge. */
    void giveBackUsed(long offset, long bytes) {
        if (memory.giveBack(offset, bytes)) {
            addresses.free(offset, bytes);
            ledger.unuse(bytes);
        } else {
            ledger.abandon(bytes);
            strand(offset, bytes);
        }
    }

    /** Gives idle memory and its addresses back, and ends its charge; false when the system refuses. */
    boolean giveBackIdle(long offset, long bytes) {
        if (memory.giveBack(offset, bytes)) {
            addresses.free(offset, bytes);
            ledger.uncache(bytes);
            return true;
        }
        strand(offset, bytes);
        return false;
    }

    /** Gives idle pages back and ends their charge, but keeps their addresses; false, and nothing changed, when refused. */
    boolean tryGiveBackPages(long offset, long bytes) {
        boolean gone = memory.giveBack(offset, bytes);
        if (gone) {
            ledger.uncache(bytes);
        }
        return gone;
    }

    private void strand(long offset, long bytes) {
        ledger.strand(bytes);
        stranded.add(new Stranded(offset, bytes));
    }

    /** Offers the system once more what it refused. */
    void retryStranded() {
        for (int left = stranded.size(); left > 0; left--) {
            Stranded next = stranded.poll();
            if (next == null) {
                return;
            }
            if (memory.giveBack(next.offset, next.bytes)) {
                addresses.free(next.offset, next.bytes);
                ledger.unstrand(next.bytes);
            } else {
                stranded.add(next);
            }
        }
    }

    /** Ends the charge of what the system still refuses, when the whole range goes. */
    void forgetStranded() {
        for (Stranded next = stranded.poll(); next != null; next = stranded.poll()) {
            ledger.unstrand(next.bytes);
        }
    }

    private record Stranded(long offset, long bytes) {}
}
