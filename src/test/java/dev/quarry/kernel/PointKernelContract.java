package dev.quarry.kernel;

import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.quarry.image.Plane;
import dev.quarry.image.Rect;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What every kernel of pointwise changes does. */
abstract class PointKernelContract {

    abstract PointKernel kernel();

    @Test
    void invert_anySize_turnsEverySampleOver() {
        for (long seed = 0; seed < 40; seed++) {
            try (PlaneFixture fixture = new PlaneFixture(seed, 2, 300)) {
                Plane plane = fixture.plane(fixture.length(300), fixture.length(60));
                Plane original = fixture.copyOf(plane);
                int fromRow = fixture.random().nextInt(plane.height());
                byte[] before = fixture.snapshot();
                kernel().invert(plane, fromRow, plane.height());
                fixture.assertOnlyChanged(before, plane, fromRow, plane.height());
                fixture.assertSamples(plane, fromRow, plane.height(), (x, y) -> 255 - original.sample(x, y));
            }
        }
    }

    @Test
    void fill_aView_writesExactlyItsColumns() {
        for (long seed = 0; seed < 40; seed++) {
            try (PlaneFixture fixture = new PlaneFixture(seed, 1, 300)) {
                Plane view = view(fixture, fixture.length(200), fixture.length(60));
                int fromRow = fixture.random().nextInt(view.height());
                byte[] before = fixture.snapshot();
                kernel().fill(view, 200, fromRow, view.height());
                fixture.assertOnlyChanged(before, List.of(view), fromRow, view.height(), view.width());
                fixture.assertSamples(view, fromRow, view.height(), (x, y) -> 200);
            }
        }
    }

    private static Plane view(PlaneFixture fixture, int width, int height) {
        int x = fixture.random().nextInt(70);
        return fixture.plane(width + x + fixture.random().nextInt(20), height + 3)
                .view(new Rect(x, 2, width, height));
    }

    @Test
    void copy_intoAView_writesExactlyItsColumns() {
        for (long seed = 0; seed < 40; seed++) {
            try (PlaneFixture fixture = new PlaneFixture(seed, 2, 300)) {
                int width = fixture.length(200);
                int height = fixture.length(60);
                Plane source = view(fixture, width, height);
                Plane target = view(fixture, width, height);
                int fromRow = fixture.random().nextInt(height);
                byte[] before = fixture.snapshot();
                kernel().copy(source, target, fromRow, height);
                fixture.assertOnlyChanged(before, List.of(target), fromRow, height, width);
                fixture.assertSamples(target, fromRow, height, source::sample);
            }
        }
    }

    @Test
    void map_intoAView_writesTheTablesValuesInExactlyItsColumns() {
        for (long seed = 0; seed < 40; seed++) {
            try (PlaneFixture fixture = new PlaneFixture(seed, 2, 300)) {
                int width = fixture.length(200);
                int height = fixture.length(60);
                Plane source = view(fixture, width, height);
                Plane target = view(fixture, width, height);
                int fromRow = fixture.random().nextInt(height);
                byte[] table = new byte[256];
                fixture.random().nextBytes(table);
                byte[] before = fixture.snapshot();
                kernel().map(source, target, table, fromRow, height);
                fixture.assertOnlyChanged(before, List.of(target), fromRow, height, width);
                fixture.assertSamples(target, fromRow, height, (x, y) -> table[source.sample(x, y)] & 255);
            }
        }
    }

    @Test
    void map_inPlace_changesEverySampleOnce() {
        try (PlaneFixture fixture = new PlaneFixture(3, 2, 100)) {
            Plane plane = fixture.plane(77, 5);
            Plane original = fixture.copyOf(plane);
            byte[] next = new byte[256];
            for (int sample = 0; sample < 256; sample++) {
                next[sample] = (byte) (sample + 1);
            }
            kernel().map(plane, plane, next, 0, 5);
            fixture.assertSamples(plane, 0, 5, (x, y) -> original.sample(x, y) + 1 & 255);
        }
    }

    @Test
    void map_withATableOfAnotherLength_isRefused() {
        try (PlaneFixture fixture = new PlaneFixture(1, 2, 9)) {
            Plane plane = fixture.plane(9, 7);
            assertThrows(IllegalArgumentException.class, () -> kernel().map(plane, plane, new byte[255], 0, 7));
        }
    }

    @Test
    void copy_planesOfUnequalSize_isRefused() {
        try (PlaneFixture fixture = new PlaneFixture(1, 2, 9)) {
            Plane source = fixture.plane(9, 7);
            Plane target = fixture.plane(8, 7);
            assertThrows(IllegalArgumentException.class, () -> kernel().copy(source, target, 0, 7));
            assertThrows(IndexOutOfBoundsException.class, () -> kernel().fill(target, 0, 6, 8));
            assertThrows(IndexOutOfBoundsException.class, () -> kernel().invert(target, -1, 3));
        }
    }
}
