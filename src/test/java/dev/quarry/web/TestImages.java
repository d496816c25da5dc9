package dev.quarry.web;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.zip.CRC32;
import javax.imageio.ImageIO;

/** Image files made for tests by the Java platform, or by hand where it would refuse. */
final class TestImages {

    private static final byte[] PNG_SIGNATURE = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};

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
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        file.writeBytes(PNG_SIGNATURE);
        ByteBuffer header = ByteBuffer.allocate(13)
                .putInt(width)
                .putInt(height)
                .put((byte) 8)
                .put((byte) 2);
        chunk(file, "IHDR", header.array());
        chunk(file, "IDAT", new byte[100]);
        chunk(file, "IEND", new byte[0]);
        return file.toByteArray();
    }

    private static void chunk(ByteArrayOutputStream file, String type, byte[] data) {
        byte[] name = type.getBytes(StandardCharsets.US_ASCII);
        CRC32 crc = new CRC32();
        crc.update(name);
        crc.update(data);
        file.writeBytes(ByteBuffer.allocate(4).putInt(data.length).array());
        file.writeBytes(name);
        file.writeBytes(data);
        file.writeBytes(ByteBuffer.allocate(4).putInt((int) crc.getValue()).array());
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
