package dev.quarry.codec.jpeg;

import dev.quarry.codec.ByteRange;
import dev.quarry.codec.ByteReader;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The one scan of a sequential JPEG with Huffman codes and 8-bit samples: what is needed to read its blocks.
 *
 * @param components in the order of frame and scan
 * @param restartInterval MCUs between restart markers, 0 for none
 * @param dataOffset where the entropy-coded bytes begin
 */
record SequentialScan(List<Component> components, int restartInterval, long dataOffset) {

    private static final int DHT = 0xC4;
    private static final int DQT = 0xDB;
    private static final int DRI = 0xDD;
    private static final int BASELINE = 0xC0;
    private static final int EXTENDED = 0xC1;
    private static final int TABLES = 4;
    private static final int BLOCK = 64;
    /** Blocks in an MCU at most. */
    static final int MOST_BLOCKS = 10;

    /**
     * One component of the scan.
     *
     * @param across blocks of an MCU side by side
     * @param down blocks of an MCU one below the other
     * @param quantizers in the order of the file
     * @param means the code of the blocks' means
     * @param others the code of the other coefficients
     */
    @SuppressWarnings("ArrayRecordComponent")
    record Component(int across, int down, int[] quantizers, HuffmanCode means, HuffmanCode others) {

        /** Whether another's coefficients but the means are read alike. */
        boolean readsLike(Component other) {
            return quantizers == other.quantizers && others == other.others;
        }
    }

    /** Copies the list. */
    SequentialScan {
        components = List.copyOf(components);
    }

    /** The scan; null where the file is of another kind, or anything about it is not as it should be. */
    static @Nullable SequentialScan of(ByteReader file, JpegStructure structure) {
        boolean sequential = structure.process() == BASELINE || structure.process() == EXTENDED;
        if (!sequential || structure.isStaged() || structure.precision() != 8) {
            return null;
        }
        Tables tables = new Tables(file);
        for (ByteRange segment : structure.coding()) {
            if (!file.has(segment.offset(), segment.length()) || !tables.read(segment)) {
                return null;
            }
        }
        return tables.scan(structure);
    }

    /** The tables of the marker segments as they come; a later one of the same number takes an earlier one's place. */
    private static final class Tables {

        private final ByteReader file;
        // Empty where the file has none.
        private final int[][] quantizers = new int[TABLES][0];
        private final @Nullable HuffmanCode[] means = new @Nullable HuffmanCode[TABLES];
        private final @Nullable HuffmanCode[] others = new @Nullable HuffmanCode[TABLES];
        private final List<Integer> quantizerOfComponents = new ArrayList<>();
        private int restartInterval;

        Tables(ByteReader file) {
            this.file = file;
        }

        /** Takes a segment in; false when it is not as it should be. */
        boolean read(ByteRange segment) {
            long at = segment.offset() + 4;
            long end = segment.offset() + segment.length();
            return switch (file.u8(segment.offset() + 1)) {
                case DHT -> readCodes(at, end);
                case DQT -> readQuantizers(at, end);
                case DRI -> readInterval(at, end);
                case BASELINE, EXTENDED -> readFrame(at);
                default -> false;
            };
        }

        private boolean readCodes(long from, long end) {
            long at = from;
            while (at < end) {
                int number = file.u8(at) & 15;
                boolean coefficients = file.u8(at) >> 4 == 1;
                if (file.u8(at) >> 4 > 1 || number >= TABLES || at + 17 > end) {
                    return false;
                }
                HuffmanCode code = HuffmanCode.read(file, at + 1, end - at - 1, coefficients);
                if (code == null) {
                    return false;
                }
                (coefficients ? others : means)[number] = code;
                at += 1 + HuffmanCode.bytes(file, at + 1);
            }
            return at == end;
        }

        private boolean readQuantizers(long from, long end) {
            long at = from;
            while (at < end) {
                int number = file.u8(at) & 15;
                int bytes = (file.u8(at) >> 4) + 1;
                if (bytes > 2 || number >= TABLES || at + 1 + (long) BLOCK * bytes > end) {
                    return false;
                }
                int[] table = new int[BLOCK];
                for (int i = 0; i < BLOCK; i++) {
                    table[i] = bytes == 1 ? file.u8(at + 1 + i) : file.u16(at + 1 + 2L * i);
                }
                quantizers[number] = table;
                at += 1 + (long) BLOCK * bytes;
            }
            return at == end;
        }

        private boolean readInterval(long at, long end) {
            if (end - at != 2) {
                return false;
            }
            restartInterval = file.u16(at);
            return true;
        }

        /** The parser has checked its length. */
        private boolean readFrame(long at) {
            for (int i = 0; i < file.u8(at + 5); i++) {
                quantizerOfComponents.add(file.u8(at + 8 + 3L * i));
            }
            return true;
        }

        @Nullable
        SequentialScan scan(JpegStructure structure) {
            List<JpegComponent> frame = structure.components();
            long at = structure.scanOffset() + 4;
            long length = 4 + 2L * frame.size();
            if (!file.has(at, length)
                    || file.u16(at - 2) != length + 2
                    || file.u8(at) != frame.size()
                    || quantizerOfComponents.size() != frame.size()
                    || !isWhole(at + length - 3)) {
                return null;
            }
            List<Component> components = new ArrayList<>();
            int blocks = 0;
            for (int i = 0; i < frame.size(); i++) {
                Component component = component(frame, i, at + 1 + 2L * i);
                if (component == null) {
                    return null;
                }
                components.add(component);
                blocks += component.across() * component.down();
            }
            return blocks > MOST_BLOCKS ? null : new SequentialScan(components, restartInterval, at + length);
        }

        /** Whether the scan brings all coefficients in all bits. */
        private boolean isWhole(long at) {
            return file.u8(at) == 0 && file.u8(at + 1) == BLOCK - 1 && file.u8(at + 2) == 0;
        }

        private @Nullable Component component(List<JpegComponent> frame, int index, long at) {
            JpegComponent component = frame.get(index);
            int codes = file.u8(at + 1);
            int quantizer = quantizerOfComponents.get(index);
            if (file.u8(at) != component.id()
                    || (codes >> 4) >= TABLES
                    || (codes & 15) >= TABLES
                    || quantizer >= TABLES) {
                return null;
            }
            int[] quantized = quantizers[quantizer];
            HuffmanCode mean = means[codes >> 4];
            HuffmanCode other = others[codes & 15];
            if (quantized.length == 0 || mean == null || other == null) {
                return null;
            }
            // An MCU of one component is one block, whatever its sampling factors.
            return frame.size() == 1
                    ? new Component(1, 1, quantized, mean, other)
                    : new Component(component.horizontal(), component.vertical(), quantized, mean, other);
        }
    }
}
