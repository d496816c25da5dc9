package dev.quarry.storage;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What a storage must look like after some actions, and the comparison with what it does look like. */
final class StorageModel {

    private final BlockStorage storage;
    private final List<OpenScope> scopes = new ArrayList<>();
    private final TreeMap<Long, Long> occupied = new TreeMap<>();
    private long leaks;
    private byte nextFill;

    StorageModel(BlockStorage storage) {
        this.storage = storage;
    }

    /** A scope and what is live in it. */
    static final class OpenScope {
        final StorageScope scope;
        final List<Held> held = new ArrayList<>();
        long reserved;
        long used;

        OpenScope(StorageScope scope) {
            this.scope = scope;
            this.reserved = scope.reservedBytes();
        }
    }

    /** A live lease: its blocks, the pieces of memory that its holder may write, and what it wrote there. */
    record Held(AutoCloseable lease, List<Block> blocks, List<MemorySegment> pieces, byte fill, long bytes) {}

    List<OpenScope> scopes() {
        return scopes;
    }

    OpenScope opened(StorageScope scope) {
        OpenScope open = new OpenScope(scope);
        scopes.add(open);
        return open;
    }

    void closed(OpenScope open) {
        // A lease of no blocks cannot leak.
        leaks += open.held.stream()
                .mapToInt(held -> held.lease instanceof GrowingBuffer ? 1 : held.blocks.size())
                .sum();
        open.held.forEach(this::vacate);
        open.held.clear();
        scopes.remove(open);
    }

    void allocated(OpenScope open, Block block) {
        MemorySegment all = storage.memory().asSlice(block.offset(), block.bytes());
        hold(open, block, List.of(block), List.of(all), block.bytes());
    }

    /** Writes each row to its stride, and 64 bytes around each run of rows, as kernels may. */
    void allocated(OpenScope open, RowLease rows, List<RowShape> shapes) {
        List<MemorySegment> pieces = new ArrayList<>();
        for (int plane = 0; plane < shapes.size(); plane++) {
            int stride = rows.strideBytes(plane);
            for (long row : rows.rows(plane)) {
                if (stride > 0) {
                    storage.memory().asSlice(row - 64, 64 + stride + 64).fill((byte) 0x55);
                }
            }
        }
        for (int plane = 0; plane < shapes.size(); plane++) {
            int stride = rows.strideBytes(plane);
            assertEquals(shapes.get(plane).rows(), rows.rows(plane).length);
            if (stride > 0 && shapes.get(plane).rows() > 0) {
                assertEquals(0, rows.rows(plane)[0] % storage.limits().alignmentBytes(), "first row not aligned");
            }
            for (long row : rows.rows(plane)) {
                assertTrue(stride == 0 || isInside(row, stride, rows.blocks()), "row outside of its blocks");
                pieces.add(storage.memory().asSlice(row, stride));
            }
        }
        long bytes = rows.blocks().stream().mapToLong(Block::bytes).sum();
        hold(open, rows, rows.blocks(), pieces, bytes);
    }

    private static boolean isInside(long row, long stride, List<Block> blocks) {
        return blocks.stream()
                .anyMatch(block -> row - 64 >= block.offset() && row + stride + 64 <= block.offset() + block.bytes());
    }

    private void hold(OpenScope open, AutoCloseable lease, List<Block> blocks, List<MemorySegment> pieces, long bytes) {
        for (Block block : blocks) {
            occupy(block.offset(), block.bytes());
        }
        byte fill = ++nextFill;
        pieces.forEach(piece -> piece.fill(fill));
        open.held.add(new Held(lease, blocks, pieces, fill, bytes));
        open.used += bytes;
    }

    void grown(OpenScope open, GrowingBuffer buffer, byte fill) {
        open.held.removeIf(held -> held.lease == buffer);
        open.held.add(new Held(buffer, List.of(), List.of(buffer.bytes()), fill, -1));
    }

    private void occupy(long offset, long bytes) {
        var before = occupied.lowerEntry(offset + bytes);
        assertTrue(before == null || before.getKey() + before.getValue() <= offset, "blocks overlap at " + offset);
        occupied.put(offset, bytes);
    }

    void released(OpenScope open, Held held) {
        assertTrue(open.held.remove(held));
        open.used -= Math.max(0, held.bytes);
        vacate(held);
    }

    private void vacate(Held held) {
        held.blocks.forEach(block -> occupied.remove(block.offset()));
    }

    /** Checks that nobody else wrote into a lease. */
    static void assertIntact(Held held) {
        for (MemorySegment piece : held.pieces) {
            long size = piece.byteSize();
            if (size > 0) {
                assertEquals(held.fill, piece.get(JAVA_BYTE, 0), () -> "overwritten: " + held.lease);
                assertEquals(
                        -1,
                        MemorySegment.mismatch(piece, 0, size - 1, piece, 1, size),
                        () -> "overwritten: " + held.lease);
            }
        }
    }

    /** Compares every sum with what the storage says; {@code refusing} where the system may have refused a call. */
    void assertAgrees(boolean refusing) {
        StorageStats stats = storage.stats();
        long reserved = 0;
        long used = 0;
        Map<Integer, Long> blocksOfArena = new HashMap<>();
        for (OpenScope open : scopes) {
            reserved += open.reserved;
            used += open.scope.usedBytes();
            assertEquals(open.reserved, open.scope.reservedBytes());
            assertTrue(open.scope.usedBytes() <= open.reserved, "scope over its reservation");
            assertTrue(open.scope.usedBytes() >= open.used, "blocks not charged");
            open.held.stream()
                    .flatMap(held -> held.blocks.stream())
                    .forEach(block -> blocksOfArena.merge(block.frame().arena().index(), 1L, Long::sum));
        }
        assertEquals(reserved, stats.reservedBytes(), "reserved");
        assertEquals(used, stats.usedBytes(), "used");
        assertEquals(used, storage.ledger().usedBytes(), "metered");
        assertEquals(
                used + stats.cachedBytes() + storage.ledger().strandedBytes(),
                storage.ledger().heldBytes(),
                "ledger");
        assertTrue(refusing || storage.ledger().strandedBytes() == 0, "stranded");
        assertTrue(storage.ledger().chargedBytes() <= storage.budgetBytes(), "ledger over the budget");
        assertTrue(stats.peakBytes() >= used, "peak below used");
        assertEquals(scopes.size(), stats.liveScopes());
        assertEquals(leaks, stats.leaks(), "leaks");
        if (storage.provider() == StorageSettings.Provider.MMAP) {
            assertEquals(storage.ledger().heldBytes(), stats.committedBytes(), "committed");
        }
        boolean buffersMayHoldBlocks = scopes.stream()
                .flatMap(open -> open.held.stream())
                .anyMatch(held -> held.lease instanceof GrowingBuffer);
        assertArenasAgree(stats, blocksOfArena, buffersMayHoldBlocks);
    }

    private void assertArenasAgree(StorageStats stats, Map<Integer, Long> heldBlocks, boolean buffers) {
        long usedBytes = stats.growingBytes();
        for (ArenaStats arena : stats.arenas()) {
            long moved = arena.stealsIn() - arena.stealsOut();
            assertEquals(
                    arena.usedBlocks(),
                    arena.allocations() + arena.remainders() + moved - arena.frees() - arena.cachedBlocks(),
                    "" + arena);
            assertTrue(arena.cachedBlocks() <= storage.limits().blocksMax(), "" + arena);
            assertTrue(arena.requestedBytes() <= arena.usedBytes(), "" + arena);
            usedBytes += arena.usedBytes();
            long held = heldBlocks.getOrDefault(arena.index(), 0L);
            assertTrue(buffers ? held <= arena.usedBlocks() : held == arena.usedBlocks(), held + " held: " + arena);
        }
        assertEquals(usedBytes, stats.usedBytes());
        assertTrue(stats.cachedBytes() <= storage.settings().cacheMaxBytes(), "cache over its bound");
    }
}
