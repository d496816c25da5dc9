package dev.quarry.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.quarry.image.Orientation;
import dev.quarry.image.Plane;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What every kernel of flips and right-angle turns does. */
abstract class OrientKernelContract {

    abstract OrientKernel kernel();

    @ParameterizedTest
    @CsvSource({
        "NONE, 1 2 3 / 4 5 6",
        "FLOP, 3 2 1 / 6 5 4",
        "ROTATE_180, 6 5 4 / 3 2 1",
        "FLIP, 4 5 6 / 1 2 3",
        "TRANSPOSE, 1 4 / 2 5 / 3 6",
        "ROTATE_90, 4 1 / 5 2 / 6 3",
        "TRANSVERSE, 6 3 / 5 2 / 4 1",
        "ROTATE_270, 3 6 / 2 5 / 1 4"
    })
    void orient_sixSamples_areWhereTheyBelong(Orientation turn, String expected) {
        try (PlaneFixture fixture = new PlaneFixture(1, 2, 3)) {
            Plane source = fixture.plane(3, 2);
            PlaneFixture.set(source, 1, 2, 3, 4, 5, 6);
            Plane target = turn.swapsAxes() ? fixture.plane(2, 3) : fixture.plane(3, 2);
            kernel().orient(source, target, turn, 0, target.height(), new Scratch());
            assertEquals(expected, PlaneFixture.text(target));
        }
    }

    @ParameterizedTest
    @EnumSource(Orientation.class)
    void orient_anySize_movesEverySample(Orientation turn) {
        for (long seed = 0; seed < 40; seed++) {
            try (PlaneFixture fixture = new PlaneFixture(seed, 2, 300)) {
                Plane source = fixture.plane(fixture.length(300), fixture.length(300));
                int width = turn.swapsAxes() ? source.height() : source.width();
                int height = turn.swapsAxes() ? source.width() : source.height();
                Plane target = fixture.plane(width, height);
                int fromRow = fixture.random().nextInt(height);
                int toRow = fromRow + fixture.random().nextInt(height - fromRow + 1);
                byte[] before = fixture.snapshot();
                kernel().orient(source, target, turn, fromRow, toRow, new Scratch());
                fixture.assertOnlyChanged(before, target, fromRow, toRow);
                fixture.assertSamples(target, fromRow, toRow, (x, y) -> expected(source, turn, width, height, x, y));
            }
        }
    }

    /** The source sample that a turn brings to (x, y) of the target, by geometry. */
    private static int expected(Plane source, Orientation turn, int width, int height, int x, int y) {
        int left = x;
        int above = y;
        int right = width - 1 - x;
        int below = height - 1 - y;
        return switch (turn) {
            case NONE -> source.sample(left, above);
            case FLOP -> source.sample(right, above);
            case ROTATE_180 -> source.sample(right, below);
            case FLIP -> source.sample(left, below);
            case TRANSPOSE -> source.sample(above, left);
            case ROTATE_90 -> source.sample(above, right);
            case TRANSVERSE -> source.sample(below, right);
            case ROTATE_270 -> source.sample(below, left);
        };
    }

    @Test
    void orient_targetOfAnotherSize_isRefused() {
        try (PlaneFixture fixture = new PlaneFixture(1, 2, 9)) {
            Plane source = fixture.plane(9, 7);
            Plane target = fixture.plane(9, 7);
            assertThrows(
                    IllegalArgumentException.class,
                    () -> kernel().orient(source, target, Orientation.ROTATE_90, 0, 7, new Scratch()));
            assertThrows(
                    IndexOutOfBoundsException.class,
                    () -> kernel().orient(source, target, Orientation.FLIP, 0, 8, new Scratch()));
        }
    }
}
