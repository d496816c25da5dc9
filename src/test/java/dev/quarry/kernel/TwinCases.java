package dev.quarry.kernel;

import java.util.Random;
import java.util.stream.IntStream;

/** Sizes that twins are compared at: one sample, odd widths, one less and one more than a vector, and random ones. */
final class TwinCases {

    private static final int[] EDGES = {1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 95, 96, 97, 129, 300};
    private static final int RANDOM = 20;

    private TwinCases() {}

    /** One case for each edge and some at random; the seed tells its size and its samples. */
    record TwinCase(long seed, int width, int height) {

        /** A first row for a band of rows that ends at {@link #toRow}. */
        int fromRow() {
            return seed % 3 == 0 ? 0 : height / 3;
        }

        int toRow() {
            return seed % 3 == 1 ? height : height - height / 4;
        }

        /** A fixture with room for {@code planes} planes of this size, either way round. */
        PlaneFixture fixture(int planes) {
            return new PlaneFixture(seed, planes, Math.max(width, height));
        }
    }

    static TwinCase[] all() {
        return IntStream.range(0, EDGES.length + RANDOM)
                .mapToObj(seed -> {
                    Random random = new Random(seed);
                    int width = seed < EDGES.length ? EDGES[seed] : 1 + random.nextInt(300);
                    int height = seed % 4 == 0 ? EDGES[random.nextInt(EDGES.length)] : 1 + random.nextInt(80);
                    return new TwinCase(seed, width, height);
                })
                .toArray(TwinCase[]::new);
    }
}
