package dev.quarry.codec.jpeg;

import dev.quarry.codec.CodecContext;
import dev.quarry.image.Image;
import dev.quarry.image.Plane;
import dev.quarry.kernel.InverseDctKernel;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * A sequential JPEG being decoded at 3/8, 1/4 or 1/8 of its size, on one thread, without a library.
 *
 * <p>Only the lowest coefficients of each block matter for that, and what is not kept is passed over several coefficients at
 * a time; libjpeg decodes all of them.
 */
final class ReducedDecoding {

    private static final int BLOCKS = InverseDctKernel.BLOCKS;
    private static final int MAX_SIDE = InverseDctKernel.MAX_SIDE;
    private static final int FULL_SIDE = 8;
    private static final int RESTARTS = 8;
    private static final int MOST_GROUPS = SequentialScan.MOST_BLOCKS;

    // Row and column of each coefficient in the order of the file, as octal digits (T.81, figure A.6).
    private static final int[] ORDER = {
        000, 001, 010, 020, 011, 002, 003, 012, 021, 030, 040, 031, 022, 013, 004, 005, 014, 023, 032, 041, 050, 060,
                051,
        042, 033, 024, 015, 006, 007, 016, 025, 034, 043, 052, 061, 070, 071, 062, 053, 044, 035, 026, 017, 027, 036,
                045,
        054, 063, 072, 073, 064, 055, 046, 037, 047, 056, 065, 074, 075, 066, 057, 067, 076, 077
    };

    // Eight blocks' coefficients, and one more place for those that are not kept.
    private static final int GROUP = InverseDctKernel.COEFFICIENTS + BLOCKS;

    private final SequentialScan scan;
    private final Image image;
    private final CodecContext context;
    private final int side;
    private final int lastKept;
    private final BlockReader reader;
    private final Band[] bands;
    private final int mcusAcross;
    private final int mcusDown;
    private int untilRestart;
    private int restarts;

    /** Whether it can. Half the size is no quicker than the library's, whose loops are in C. */
    static boolean reducesTo(int eighths) {
        return eighths <= MAX_SIDE;
    }

    private ReducedDecoding(SequentialScan scan, MemorySegment jpeg, Image image, int eighths, CodecContext context) {
        this.scan = scan;
        this.image = image;
        this.context = context;
        this.side = eighths;
        this.lastKept = lastKept(side);
        this.reader = new BlockReader(new EntropyBytes(jpeg, scan.dataOffset()));
        this.bands = Band.of(scan, side);
        this.untilRestart = scan.restartInterval();
        int across = scan.components().stream()
                .mapToInt(SequentialScan.Component::across)
                .max()
                .orElseThrow();
        int down = scan.components().stream()
                .mapToInt(SequentialScan.Component::down)
                .max()
                .orElseThrow();
        this.mcusAcross = Math.ceilDiv(image.width(), FULL_SIDE * across);
        this.mcusDown = Math.ceilDiv(image.height(), FULL_SIDE * down);
    }

    /**
     * Decodes into the planes of {@code image}, each in one piece.
     *
     * @return false when the file is not quite sound, whatever that means; the samples then mean nothing
     */
    static boolean decode(SequentialScan scan, MemorySegment jpeg, Image image, int eighths, CodecContext context) {
        return new ReducedDecoding(scan, jpeg, image, eighths, context).run();
    }

    /** The last coefficient, in the order of the file, within the lowest {@code side}·{@code side}. */
    private static int lastKept(int side) {
        int last = 0;
        for (int k = 0; k < ORDER.length; k++) {
            if (isKept(k, side)) {
                last = k;
            }
        }
        return last;
    }

    private static boolean isKept(int k, int side) {
        return ORDER[k] >> 3 < side && (ORDER[k] & 7) < side;
    }

    private boolean run() {
        for (int row = 0; row < mcusDown; row++) {
            context.checkpoint().run();
            for (int first = 0; first < mcusAcross; first += BLOCKS) {
                int count = Math.min(BLOCKS, mcusAcross - first);
                for (int mcu = 0; mcu < count; mcu++) {
                    readMcu(mcu);
                }
                if (reader.isDamaged()) {
                    return false;
                }
                for (int band = 0; band < bands.length; band++) {
                    write(bands[band], image.plane(band), first, row);
                }
            }
        }
        return reader.isAtImageEnd();
    }

    private void readMcu(int mcu) {
        if (scan.restartInterval() > 0 && untilRestart-- == 0) {
            reader.restart(restarts++ % RESTARTS);
            untilRestart = scan.restartInterval() - 1;
            for (Band band : bands) {
                band.mean = 0;
            }
        }
        reader.prepare();
        for (Band band : bands) {
            SequentialScan.Component component = band.component;
            for (int place : band.blocks[mcu]) {
                band.mean =
                        reader.block(component.means(), component.others(), band.memory, lastKept, place, band.mean);
            }
        }
    }

    /** Writes the blocks of up to eight MCUs, those that the plane has, and forgets them. */
    private void write(Band band, Plane plane, int firstMcu, int mcuRow) {
        int across = band.component.across();
        for (int group = 0; group < band.groups(); group++) {
            int x = (firstMcu * across + group % across * BLOCKS) * side;
            int y = (mcuRow * band.component.down() + group / across) * side;
            if (x < plane.width() && y < plane.height()) {
                context.kernels()
                        .inverseDct()
                        .inverse(
                                band.memory,
                                band.first + group * GROUP,
                                side,
                                plane.memory(),
                                plane.row(y) + x,
                                plane.strideBytes(),
                                Math.min(BLOCKS * side, plane.width() - x),
                                Math.min(side, plane.height() - y));
            }
        }
        if (lastKept > 0) {
            Arrays.fill(band.memory, band.first, band.first + band.groups() * GROUP, 0);
        }
    }

    /** A component's blocks of eight MCUs: groups of eight blocks side by side, row by row of an MCU. */
    private static final class Band {

        private final SequentialScan.Component component;
        // As the reader wants it; shared with a band that has the same code and quantisers.
        private final int[] memory;
        private final int first;
        // Of each MCU, where the means of its blocks lie.
        private final int[][] blocks = new int[BLOCKS][];
        private int mean;

        Band(SequentialScan.Component component, int[] memory, int first) {
            this.component = component;
            this.memory = memory;
            this.first = first;
            for (int mcu = 0; mcu < BLOCKS; mcu++) {
                blocks[mcu] = new int[groups()];
                for (int block = 0; block < groups(); block++) {
                    blocks[mcu][block] = place(mcu, block);
                }
            }
        }

        /** The bands of all components. */
        static Band[] of(SequentialScan scan, int side) {
            Band[] bands = new Band[scan.components().size()];
            for (int i = 0; i < bands.length; i++) {
                SequentialScan.Component component = scan.components().get(i);
                Band before = i > 0 ? bands[i - 1] : null;
                bands[i] = before != null && before.component.readsLike(component)
                        ? new Band(component, before.memory, before.first + before.groups() * GROUP)
                        : new Band(component, memory(component, side), BlockReader.BLOCKS);
            }
            return bands;
        }

        private static int[] memory(SequentialScan.Component component, int side) {
            int[] values = component.others().values();
            int[] memory = Arrays.copyOf(values, BlockReader.BLOCKS + MOST_GROUPS * GROUP);
            for (int k = 0; k < ORDER.length; k++) {
                int place = isKept(k, side)
                        ? ((ORDER[k] >> 3) * MAX_SIDE + (ORDER[k] & 7)) * BLOCKS
                        : InverseDctKernel.COEFFICIENTS;
                memory[BlockReader.PLACES + k] = place << Short.SIZE | component.quantizers()[k];
            }
            return memory;
        }

        int groups() {
            return component.across() * component.down();
        }

        /** Where the mean of an MCU's block lies. */
        private int place(int mcu, int block) {
            int across = component.across();
            int column = mcu * across + block % across;
            int group = block / across * across + column / BLOCKS;
            return first + group * GROUP + column % BLOCKS;
        }
    }
}
