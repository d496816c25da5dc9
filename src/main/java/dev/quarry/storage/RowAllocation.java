package dev.quarry.storage;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The search for blocks that hold some rows. Where the address range is too fragmented for blocks of the usual size, rows
 * that need not be contiguous are tried in ever smaller ones.
 */
final class RowAllocation {

    private final StorageScope scope;
    private final List<RowShape> shapes;
    private final boolean contiguous;

    RowAllocation(StorageScope scope, List<RowShape> shapes, boolean contiguous) {
        this.scope = scope;
        this.shapes = shapes;
        this.contiguous = contiguous;
    }

    /**
     * Takes the blocks.
     *
     * @throws StorageExhaustedException when the scope's reservation or the address range has no such room
     */
    RowLease allocate() {
        RowLease rows = attempt();
        if (rows == null) {
            rows = scope.await("rows", this::attempt);
        }
        if (rows == null) {
            long bytes = scope.storage().bytesForRows(shapes, contiguous);
            throw scope.storage().exhausted("no free runs for " + bytes + " bytes of rows of " + scope.name(), bytes);
        }
        scope.home().countImage();
        return rows;
    }

    private @Nullable RowLease attempt() {
        RowLayout.Shape shape = scope.storage().blockShape();
        RowLayout layout = RowLayout.of(shapes, shape, contiguous);
        long bytes = layout.bytes();
        if (!scope.tryCharge(bytes)) {
            throw scope.exhausted(bytes);
        }
        List<Block> blocks = take(layout, bytes);
        for (long size = shape.blockBytes() / 2;
                blocks == null && !contiguous && size >= SizeClasses.PAGE_BYTES;
                size /= 2) {
            layout = RowLayout.of(shapes, shape.withBlockBytes(size), false);
            bytes = layout.bytes();
            blocks = scope.tryChargeOrTopUp(bytes) ? take(layout, bytes) : null;
        }
        return blocks == null ? null : RowLease.of(shapes, layout, blocks);
    }

    /** All blocks of a layout that has been charged, or null, and the charge is gone. */
    private @Nullable List<Block> take(RowLayout layout, long chargedBytes) {
        List<Block> blocks = new ArrayList<>();
        long untouched = chargedBytes;
        boolean complete = false;
        try {
            for (RowLayout.Section section : layout.sections()) {
                for (int i = 0; i < section.blocks(); i++) {
                    untouched -= SizeClasses.roundUp(section.bytesOfEach());
                    Block block = scope.take(section.bytesOfEach());
                    if (block == null) {
                        return null;
                    }
                    blocks.add(block);
                }
            }
            complete = true;
            return blocks;
        } finally {
            if (!complete) {
                scope.uncharge(untouched);
                LeakReport.closeAll(blocks);
            }
        }
    }
}
