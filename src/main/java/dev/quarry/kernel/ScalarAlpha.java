package dev.quarry.kernel;

import dev.quarry.image.Plane;
import java.lang.foreign.MemorySegment;

/** Products of colour and alpha by plain loops, in exact integers. */
final class ScalarAlpha implements AlphaKernel {

    @Override
    public void premultiply(Plane color, Plane alpha, int fromRow, int toRow) {
        check(color, alpha, fromRow, toRow);
        for (int y = fromRow; y < toRow; y++) {
            premultiply(color.memory(), color.row(y), alpha.memory(), alpha.row(y), color.width());
        }
    }

    private static void premultiply(MemorySegment colors, long color, MemorySegment alphas, long alpha, int width) {
        for (int x = 0; x < width; x++) {
            int product = Samples.load(colors, color + x) * Samples.load(alphas, alpha + x);
            Samples.store(colors, color + x, Samples.dividedBy255(product));
        }
    }

    @Override
    public void unpremultiply(Plane color, Plane alpha, int fromRow, int toRow) {
        check(color, alpha, fromRow, toRow);
        for (int y = fromRow; y < toRow; y++) {
            unpremultiply(color.memory(), color.row(y), alpha.memory(), alpha.row(y), color.width());
        }
    }

    private static void unpremultiply(MemorySegment colors, long color, MemorySegment alphas, long alpha, int width) {
        for (int x = 0; x < width; x++) {
            int a = Samples.load(alphas, alpha + x);
            int straight = a == 0 ? 0 : (Samples.load(colors, color + x) * 255 + a / 2) / a;
            Samples.store(colors, color + x, Samples.clamp(straight));
        }
    }

    @Override
    public void flatten(Plane color, Plane alpha, int background, int fromRow, int toRow) {
        check(color, alpha, fromRow, toRow);
        for (int y = fromRow; y < toRow; y++) {
            flatten(color.memory(), color.row(y), alpha.memory(), alpha.row(y), background, color.width());
        }
    }

    private static void flatten(
            MemorySegment colors, long color, MemorySegment alphas, long alpha, int background, int width) {
        for (int x = 0; x < width; x++) {
            int a = Samples.load(alphas, alpha + x);
            int mixed = Samples.load(colors, color + x) * a + background * (255 - a);
            Samples.store(colors, color + x, Samples.dividedBy255(mixed));
        }
    }

    static void check(Plane color, Plane alpha, int fromRow, int toRow) {
        Samples.checkRows(color, fromRow, toRow);
        Samples.checkSameSize(color, alpha);
    }
}
