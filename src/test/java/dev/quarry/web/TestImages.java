package dev.quarry.web;

import dev.quarry.codec.png.PngChunks;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Random;
import javax.imageio.ImageIO;

/** Image files made for tests by the Java platform, or by hand where it would refuse. */
final class TestImages {

    private TestImages() {}

    static byte[] jpeg(int width, int height) {
        return encode(noise(width, height, BufferedImage.TYPE_INT_RGB), "jpeg");
    }

    static byte[] png(int width, int height) {
        return encode(noise(width, height, BufferedImage.TYPE_INT_RGB), "png");
    }

    static byte[] pngWithAlpha(int width, int height) {
        return encode(noise(width, height, BufferedImage.TYPE_INT_ARGB), "png");
    }

    /** A whole, small PNG file that claims to be of this size. */
    static byte[] pngClaiming(int width, int height) {
        ByteBuffer header = ByteBuffer.allocate(13)
                .putInt(width)
                .putInt(height)
                .put((byte) 8)
                .put((byte) 2);
        return new PngChunks()
                .add("IHDR", header.array())
                .add("IDAT", new byte[100])
                .add("IEND")
                .toByteArray();
    }

    /** The picture in a file. */
    static BufferedImage read(byte[] file) {
        try {
            BufferedImage image = ImageIO.read(new ByteArrayInputStream(file));
            if (image == null) {
                throw new IllegalStateException("no image in " + file.length + " bytes");
            }
            return image;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static BufferedImage noise(int width, int height, int type) {
        BufferedImage image = new BufferedImage(width, height, type);
        Random random = new Random(42);
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                image.setRGB(x, y, random.nextInt());
            }
        }
        return image;
    }

    private static byte[] encode(BufferedImage image, String format) {
        try {
            ByteArrayOutputStream file = new ByteArrayOutputStream();
            if (!ImageIO.write(image, format, file)) {
                throw new IllegalStateException("no writer for " + format);
            }
            return file.toByteArray();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
