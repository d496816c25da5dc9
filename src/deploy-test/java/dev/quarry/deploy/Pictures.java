package dev.quarry.deploy;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Random;
import javax.imageio.ImageIO;

/** Picture files, made by the Java platform. */
final class Pictures {

    private Pictures() {}

    /** A file of soft gradients with some noise, so that a JPEG has the size of a photograph's. */
    static byte[] of(String format, int width, int height) {
        BufferedImage picture = new BufferedImage(width, height, BufferedImage.TYPE_3BYTE_BGR);
        Random random = new Random(7);
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                int noise = random.nextInt(16);
                int red = (x * 239 / width) + noise;
                int green = (y * 239 / height) + noise;
                int blue = (int) (119 * (1 + Math.sin((x + y) / 40.0))) + noise;
                picture.setRGB(x, y, red << 16 | green << 8 | blue);
            }
        }
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        try {
            if (!ImageIO.write(picture, format, file)) {
                throw new IllegalArgumentException("nothing writes " + format);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return file.toByteArray();
    }
}
