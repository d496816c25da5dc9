package dev.quarry.load;

import dev.quarry.codec.png.PngChunks;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Random;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import javax.imageio.ImageIO;

/** Picture files for loads: some like photographs, some that promise more than they are. Always the same. */
final class LoadPictures {

    private static final int NOISE_LEVELS = 32;
    private static final int SLOPE_LEVELS = 223;

    private LoadPictures() {}

    /** A JPEG of slopes and waves with some noise, so that it has the size of a photograph's. */
    static byte[] jpeg(int width, int height) {
        BufferedImage picture = new BufferedImage(width, height, BufferedImage.TYPE_3BYTE_BGR);
        byte[] row = new byte[width * 3];
        Random random = new Random(7);
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                int noise = random.nextInt(NOISE_LEVELS);
                row[3 * x] = (byte) (x * SLOPE_LEVELS / width + noise);
                row[3 * x + 1] = (byte) (y * SLOPE_LEVELS / height + noise);
                row[3 * x + 2] = (byte) (SLOPE_LEVELS / 2.0 * (1 + Math.sin((x + y) / 40.0)) + noise);
            }
            picture.getRaster().setDataElements(0, y, width, 1, row);
        }
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        try {
            if (!ImageIO.write(picture, "jpeg", file)) {
                throw new IllegalStateException("nothing writes JPEGs");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return file.toByteArray();
    }

    /** A small PNG that claims to be of this size. */
    static byte[] claim(int width, int height) {
        return png(width, height, new byte[100]);
    }

    /** A whole, grey PNG, a thousandth as large as its pixels. */
    static byte[] bomb(int width, int height) {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        Deflater best = new Deflater(Deflater.BEST_COMPRESSION);
        try (DeflaterOutputStream rows = new DeflaterOutputStream(packed, best)) {
            byte[] row = new byte[1 + width];
            for (int y = 0; y < height; y++) {
                rows.write(row);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            best.end();
        }
        return png(width, height, packed.toByteArray());
    }

    private static byte[] png(int width, int height, byte[] data) {
        // 8 bits, grey, deflate, adaptive filters, not interlaced.
        ByteBuffer header = ByteBuffer.allocate(13).putInt(width).putInt(height).put((byte) 8);
        return new PngChunks()
                .add("IHDR", header.array())
                .add("IDAT", data)
                .add("IEND")
                .toByteArray();
    }

    /** Bytes that mean nothing. */
    static byte[] garbage(int length, long seed) {
        byte[] bytes = new byte[length];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }
}
