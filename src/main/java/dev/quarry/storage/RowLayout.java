package dev.quarry.storage;

import java.util.ArrayList;
import java.util.List;

/**
 * Where the rows of some planes lie in a chain of blocks, before any memory is taken; {@link #bytes} is what it will cost.
 *
 * <p>A block holds {@code [lead][rows][tail]}. Lead and tail keep at least 64 bytes on each side that kernels may read and
 * write; each row occupies its stride, the width rounded up to 64. A plane that fits into what is left of the last block
 * goes there; else it starts a block, and one that is larger than a block fills a chain of them.
 */
final class RowLayout {

    /** Bytes before the first and after the last row of a block that vector loops may touch. */
    static final int SLACK_BYTES = 64;

    private final Shape shape;
    private final int[] strides;
    private final List<Section> sections = new ArrayList<>();

    // The block that is being filled.
    private List<Run> openRuns = new ArrayList<>();
    private long openEnd;

    private RowLayout(List<RowShape> planes, Shape shape, boolean contiguous) {
        this.shape = shape;
        this.strides = new int[planes.size()];
        openEnd = shape.leadBytes();
        for (int plane = 0; plane < strides.length; plane++) {
            strides[plane] = Math.toIntExact(roundUp(planes.get(plane).widthBytes(), SLACK_BYTES));
            place(plane, planes.get(plane).rows(), contiguous);
        }
        closeBlock();
    }

    /** Lays planes out; with {@code contiguous}, none is spread over two blocks. */
    static RowLayout of(List<RowShape> planes, Shape shape, boolean contiguous) {
        return new RowLayout(planes, shape, contiguous);
    }

    /** The blocks, in order. */
    List<Section> sections() {
        return sections;
    }

    /** Distance between the rows of a plane that lie in one block. */
    int strideBytes(int plane) {
        return strides[plane];
    }

    /** Sum of the blocks' sizes. */
    long bytes() {
        long sum = 0;
        for (Section section : sections) {
            sum = Math.addExact(sum, Math.multiplyExact(section.blocks(), SizeClasses.roundUp(section.bytesOfEach())));
        }
        return sum;
    }

    private void place(int plane, int rows, boolean contiguous) {
        int stride = strides[plane];
        if (stride == 0 || rows == 0) {
            return;
        }
        long length = Math.multiplyExact((long) stride, rows);
        long start = roundUp(openEnd, shape.alignmentBytes());
        if (length <= shape.blockBytes() - shape.tailBytes() - start) {
            add(new Run(plane, 0, rows, start), length);
            return;
        }
        closeBlock();
        if (contiguous || length <= shape.capacityBytes()) {
            add(new Run(plane, 0, rows, shape.leadBytes()), length);
        } else {
            chain(plane, rows, stride);
        }
    }

    private void chain(int plane, int rows, int stride) {
        int rowsPerBlock = (int) Math.max(1, shape.capacityBytes() / stride);
        int full = rows / rowsPerBlock;
        Run first = new Run(plane, 0, rowsPerBlock, shape.leadBytes());
        long size = Math.addExact(shape.leadBytes() + shape.tailBytes(), (long) rowsPerBlock * stride);
        sections.add(new Section(size, full, List.of(first)));
        int left = rows - full * rowsPerBlock;
        if (left > 0) {
            add(new Run(plane, full * rowsPerBlock, left, shape.leadBytes()), (long) left * stride);
        }
    }

    private void add(Run run, long length) {
        openRuns.add(run);
        openEnd = Math.addExact(run.offset(), length);
    }

    private void closeBlock() {
        if (!openRuns.isEmpty()) {
            sections.add(new Section(Math.addExact(openEnd, shape.tailBytes()), 1, openRuns));
        }
        openRuns = new ArrayList<>();
        openEnd = shape.leadBytes();
    }

    private static long roundUp(long value, int powerOfTwo) {
        return Math.addExact(value, powerOfTwo - 1) & -powerOfTwo;
    }

    /**
     * How blocks are used.
     *
     * @param blockBytes the most that planes share, and that one block of a chain takes
     * @param alignmentBytes alignment of the first row of a plane in a block, a power of two
     * @param guardBytes kept at both ends of a block, not for rows
     */
    record Shape(long blockBytes, int alignmentBytes, int guardBytes) {

        Shape withBlockBytes(long newBlockBytes) {
            return new Shape(newBlockBytes, alignmentBytes, guardBytes);
        }

        long leadBytes() {
            return roundUp((long) guardBytes + SLACK_BYTES, alignmentBytes);
        }

        long tailBytes() {
            return (long) SLACK_BYTES + guardBytes;
        }

        long capacityBytes() {
            return Math.max(0, blockBytes - leadBytes() - tailBytes());
        }
    }

    /**
     * Equal blocks in a row; when there are several, they hold one run each, and each goes on where the one before ended.
     *
     * @param bytesOfEach what one block needs
     * @param blocks how many
     * @param runs what the first one holds
     */
    record Section(long bytesOfEach, int blocks, List<Run> runs) {}

    /**
     * Rows of one plane in one block.
     *
     * @param plane index of the plane
     * @param firstRow index of the first row
     * @param rows how many
     * @param offset of the first row from the block's start
     */
    record Run(int plane, int firstRow, int rows, long offset) {}
}
