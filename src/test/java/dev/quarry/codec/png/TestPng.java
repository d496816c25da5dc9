package dev.quarry.codec.png;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.Deflater;

/** Writes PNGs of every kind for tests, from the specification alone. */
final class TestPng {

    private static final int[][] PASSES = {
        {0, 0, 8, 8}, {4, 0, 8, 8}, {0, 4, 4, 8}, {2, 0, 4, 4}, {0, 2, 2, 4}, {1, 0, 2, 2}, {0, 1, 1, 2}
    };

    /** The sample of one band at one pixel, in the file's depth. */
    @FunctionalInterface
    interface Samples {

        /** Its value. */
        int at(int x, int y, int band);
    }

    private final PngChunks file = new PngChunks();
    private final PngLayout layout;

    /** Signature and IHDR. */
    TestPng(PngLayout layout) {
        this.layout = layout;
        chunk("IHDR", ihdr(layout));
    }

    private static byte[] ihdr(PngLayout layout) {
        return ByteBuffer.allocate(13)
                .putInt(layout.width())
                .putInt(layout.height())
                .put((byte) layout.depth())
                .put((byte) layout.color().code())
                .put((byte) 0)
                .put((byte) 0)
                .put((byte) (layout.interlaced() ? 1 : 0))
                .array();
    }

    /** Any chunk. */
    TestPng chunk(String type, byte... data) {
        file.add(type, data);
        return this;
    }

    /** The picture in IDAT chunks of at most {@code chunkBytes}, each row with another filter. */
    TestPng picture(Samples samples, int chunkBytes) {
        ByteArrayOutputStream raw = new ByteArrayOutputStream();
        if (layout.interlaced()) {
            for (int[] pass : PASSES) {
                rows(samples, pass[0], pass[1], pass[2], pass[3], raw);
            }
        } else {
            rows(samples, 0, 0, 1, 1, raw);
        }
        byte[] data = deflate(raw.toByteArray());
        for (int at = 0; at < data.length; at += chunkBytes) {
            chunk("IDAT", Arrays.copyOfRange(data, at, Math.min(data.length, at + chunkBytes)));
        }
        return this;
    }

    /** The bytes so far, without IEND. */
    byte[] unfinished() {
        return file.toByteArray();
    }

    /** The whole file. */
    byte[] finished() {
        return chunk("IEND").file.toByteArray();
    }

    private void rows(Samples samples, int firstX, int firstY, int stepX, int stepY, ByteArrayOutputStream raw) {
        if (firstX >= layout.width()) {
            return;
        }
        int pixels = (layout.width() - firstX + stepX - 1) / stepX;
        byte[] above = new byte[(int) layout.storedBytes(pixels) + 1];
        int number = 0;
        for (int y = firstY; y < layout.height(); y += stepY) {
            byte[] row = new byte[above.length];
            int bit = 8;
            for (int i = 0; i < pixels; i++) {
                for (int band = 0; band < layout.color().samples(); band++) {
                    int value = samples.at(firstX + i * stepX, y, band);
                    for (int b = layout.depth() - 1; b >= 0; b--, bit++) {
                        row[bit / 8] |= (byte) ((value >> b & 1) << 7 - bit % 8);
                    }
                }
            }
            raw.writeBytes(filtered(row, above, number++ % 5));
            above = row;
        }
    }

    private byte[] filtered(byte[] row, byte[] above, int filter) {
        byte[] out = row.clone();
        out[0] = (byte) filter;
        int distance = Math.max(1, layout.color().samples() * layout.depth() / 8);
        for (int i = 1; i < row.length; i++) {
            int a = i > distance ? row[i - distance] & 255 : 0;
            int b = above[i] & 255;
            int c = i > distance ? above[i - distance] & 255 : 0;
            int p = a + b - c;
            int nearerOfBC = Math.abs(p - b) <= Math.abs(p - c) ? b : c;
            int paeth = Math.abs(p - a) <= Math.min(Math.abs(p - b), Math.abs(p - c)) ? a : nearerOfBC;
            out[i] = (byte) (row[i] - new int[] {0, a, b, (a + b) / 2, paeth}[filter]);
        }
        return out;
    }

    /** A zlib stream. */
    static byte[] deflate(byte[] raw) {
        try (Deflater deflater = new Deflater()) {
            deflater.setInput(raw);
            deflater.finish();
            byte[] out = new byte[raw.length + raw.length / 100 + 100];
            return Arrays.copyOf(out, deflater.deflate(out));
        }
    }
}
