package dev.quarry.operation;

import dev.quarry.image.ColorModel;
import dev.quarry.image.ImageSpec;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A colour, 8-bit sRGB with straight alpha.
 *
 * @param red 0 to 255
 * @param green 0 to 255
 * @param blue 0 to 255
 * @param alpha 0 (transparent) to 255
 */
public record Color(int red, int green, int blue, int alpha) {

    /** Opaque white. */
    public static final Color WHITE = new Color(255, 255, 255, 255);

    /** Nothing: black with alpha 0. */
    public static final Color TRANSPARENT = new Color(0, 0, 0, 0);

    private static final Pattern HEXADECIMAL = Pattern.compile("#?([0-9a-fA-F]{3}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})");

    /** Checks the ranges. */
    public Color {
        if (((red | green | blue | alpha) & ~255) != 0) {
            throw new IllegalArgumentException("no such colour: " + red + " " + green + " " + blue + " " + alpha);
        }
    }

    /** The colour written {@code #rgb}, {@code #rrggbb} or {@code #rrggbbaa}, with or without {@code #}, or as a CSS name; else null. */
    public static @Nullable Color parse(String text) {
        Color named = CssColors.find(text.toLowerCase(Locale.ROOT));
        if (named != null) {
            return named;
        }
        if (!HEXADECIMAL.matcher(text).matches()) {
            return null;
        }
        String digits = text.startsWith("#") ? text.substring(1) : text;
        long value = Long.parseLong(digits, 16);
        return switch (digits.length()) {
            case 3 -> new Color(17 * nibble(value, 8), 17 * nibble(value, 4), 17 * nibble(value, 0), 255);
            case 6 -> ofRgb((int) value);
            default -> new Color(octet(value, 24), octet(value, 16), octet(value, 8), octet(value, 0));
        };
    }

    /** The colour that was asked for, else transparent where the picture has alpha, else white. */
    static Color orDefault(@Nullable Color asked, ImageSpec picture) {
        if (asked != null) {
            return asked;
        }
        return picture.model().hasAlpha() ? TRANSPARENT : WHITE;
    }

    static Color ofRgb(int rgb) {
        return new Color(octet(rgb, 16), octet(rgb, 8), octet(rgb, 0), 255);
    }

    private static int nibble(long value, int shift) {
        return (int) (value >>> shift) & 15;
    }

    private static int octet(long value, int shift) {
        return (int) (value >>> shift) & 255;
    }

    /** Whether alpha is full. */
    public boolean isOpaque() {
        return alpha == 255;
    }

    /** Whether red, green and blue are equal, so that a picture without colour can hold it. */
    public boolean isNeutral() {
        return red == green && green == blue;
    }

    /** The samples of this colour in a picture with or without colour and alpha, in the order of its bands. */
    int[] samples(ColorModel model) {
        return switch (model) {
            case GRAY -> new int[] {red};
            case GRAY_ALPHA -> new int[] {red, alpha};
            case RGB -> new int[] {red, green, blue};
            case RGBA -> new int[] {red, green, blue, alpha};
            case CMYK, YCBCR -> throw new IllegalArgumentException("no colours are drawn in " + model);
        };
    }

    @Override
    public String toString() {
        return isOpaque()
                ? "#%02x%02x%02x".formatted(red, green, blue)
                : "#%02x%02x%02x%02x".formatted(red, green, blue, alpha);
    }
}
