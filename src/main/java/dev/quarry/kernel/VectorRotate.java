package dev.quarry.kernel;

import dev.quarry.image.Plane;
import java.util.List;

/**
 * Sampling at the points of an affine map by the Vector API, the twin of {@link ScalarRotate}; the loops are elsewhere.
 *
 * <p>A tile of the target reads a small piece of the source. The piece is brought into ints that hold all that a gather can
 * fetch at once: a pixel of all bands, four samples of one band side by side, or two of a row and two of the next. Gathers
 * need an array on the heap.
 */
final class VectorRotate implements RotateKernel {

    @Override
    public void rotate(
            List<Plane> sources,
            List<Plane> targets,
            AffineMap map,
            Interpolation interpolation,
            int[] outside,
            int fromRow,
            int toRow,
            Scratch scratch) {
        AffinePoints.check(sources, targets, map, fromRow, toRow);
        RotateTile tile = scratch.rotateTile();
        tile.setOffsets(map);
        int width = targets.getFirst().width();
        for (int top = fromRow; top < toRow; top += RotateTile.ROWS) {
            int count = Math.min(RotateTile.ROWS, toRow - top);
            tile.setRows(sources.getFirst(), width, map, interpolation, top, count);
            for (int left = 0; left < width; left += RotateTile.COLUMNS) {
                if (tile.findPiece(left, Math.min(left + RotateTile.COLUMNS, width))) {
                    tile(sources, targets, interpolation, tile);
                }
            }
            for (int band = 0; band < targets.size(); band++) {
                fill(targets.get(band), outside[band], tile);
            }
        }
    }

    /** What was written beyond the source, and what was not. */
    private static void fill(Plane target, int outside, RotateTile tile) {
        for (int i = 0; i < tile.count; i++) {
            long row = target.row(tile.top + i);
            ScalarRotate.fill(target.memory(), row, tile.first[i], outside);
            ScalarRotate.fill(target.memory(), row + tile.end[i], target.width() - tile.end[i], outside);
        }
    }

    private static void tile(List<Plane> sources, List<Plane> targets, Interpolation interpolation, RotateTile tile) {
        boolean fits = switch (interpolation) {
            case NEAREST -> VectorRotatePiece.pixels(sources, tile);
            case BILINEAR -> VectorRotatePiece.pairs(sources, tile);
            case BICUBIC -> VectorRotatePiece.fours(sources, tile);
        };
        for (int i = 0; i < tile.count; i++) {
            int from = Math.max(tile.first[i], tile.left);
            int to = Math.min(tile.end[i], tile.right);
            if (from < to && fits) {
                row(targets, interpolation, tile, i, from, to);
            } else if (from < to) {
                plainRow(sources, targets, interpolation, tile, i, from, to);
            }
        }
    }

    private static void plainRow(
            List<Plane> sources,
            List<Plane> targets,
            Interpolation interpolation,
            RotateTile tile,
            int i,
            int from,
            int to) {
        for (int band = 0; band < targets.size(); band++) {
            Plane target = targets.get(band);
            ScalarRotate.inside(
                    sources.get(band),
                    interpolation,
                    tile.startX[i],
                    tile.startY[i],
                    tile.stepX,
                    tile.stepY,
                    target.memory(),
                    target.row(tile.top + i),
                    from,
                    to);
        }
    }

    /** The groups of 32 pixels that hold {@code from ≤ x < to}; what lies beyond is overwritten later. */
    private static void row(
            List<Plane> targets, Interpolation interpolation, RotateTile tile, int i, int from, int to) {
        long atX = tile.startX[i] + tile.left * tile.stepX - ((long) tile.column << AffinePoints.FRACTION_BITS);
        long atY = tile.startY[i] + tile.left * tile.stepY - ((long) tile.row << AffinePoints.FRACTION_BITS);
        int first = (from - tile.left) / 32 * 32;
        int end = (to - tile.left + 31) / 32 * 32;
        if (interpolation == Interpolation.NEAREST) {
            VectorRotatePoints.pick(tile, atX, atY, first, end);
            VectorRotatePoints.spread(tile.results, first, end, targets, tile.top + i, tile.left);
            return;
        }
        VectorRotatePoints.find(tile, atX, atY, first, end);
        for (int band = 0; band < targets.size(); band++) {
            if (interpolation == Interpolation.BILINEAR) {
                VectorRotateMix.linear(tile, tile.pieces[band], first, end);
            } else {
                VectorRotateMix.cubic(tile, tile.pieces[band], first, end);
            }
            Plane target = targets.get(band);
            VectorRotateMix.pack(tile.results, first, end, target.memory(), target.row(tile.top + i) + tile.left);
        }
    }
}
