package dev.quarry.pipeline;

import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import javax.imageio.ImageIO;

/** JPEG files by the Java platform, and what it sees in others. */
final class JpegFixture {

    private JpegFixture() {}

    /** A smooth picture, 4:2:0, in blue, so that luma and chroma are far apart. */
    static byte[] gradient(int width, int height) {
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                image.setRGB(x, y, color((x + 0.5) / width, (y + 0.5) / height).getRGB());
            }
        }
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            ImageIO.write(image, "jpeg", bytes);
            return bytes.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The colour of {@link #gradient} at a place, both coordinates from 0 to 1. */
    static Color color(double u, double v) {
        return new Color((float) (0.1 + 0.3 * u), (float) (0.1 + 0.2 * v), (float) (0.9 - 0.1 * u - 0.1 * v));
    }

    /** The same file with an EXIF block that tells its orientation, 1 to 8. */
    static byte[] oriented(byte[] jpeg, int orientation) {
        byte[] block = {
            'E',
            'x',
            'i',
            'f',
            0,
            0,
            'M',
            'M',
            0,
            42,
            0,
            0,
            0,
            8,
            0,
            1,
            1,
            0x12,
            0,
            3,
            0,
            0,
            0,
            1,
            0,
            (byte) orientation,
            0,
            0,
            0,
            0,
            0,
            0
        };
        return ByteBuffer.allocate(jpeg.length + block.length + 4)
                .put(jpeg, 0, 2)
                .putShort((short) 0xFFE1)
                .putShort((short) (block.length + 2))
                .put(block)
                .put(jpeg, 2, jpeg.length - 2)
                .array();
    }

    static BufferedImage read(byte[] image) {
        try {
            return ImageIO.read(new ByteArrayInputStream(image));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
