package dev.quarry.kernel;

import dev.quarry.image.Plane;

/** Products of colour and alpha, in place, rows {@code fromRow ≤ y < toRow}; planes are of equal size. */
public interface AlphaKernel {

    /** colour ← round(colour · alpha / 255). */
    void premultiply(Plane color, Plane alpha, int fromRow, int toRow);

    /** colour ← min(255, round(colour · 255 / alpha)), and 0 where alpha is 0. */
    void unpremultiply(Plane color, Plane alpha, int fromRow, int toRow);

    /** colour ← round((colour · alpha + background · (255 − alpha)) / 255), straight alpha. */
    void flatten(Plane color, Plane alpha, int background, int fromRow, int toRow);
}
