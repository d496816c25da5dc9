package dev.quarry.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RowBandsTest {

    private static List<String> events(int height, int rows) {
        List<String> events = new ArrayList<>();
        new RowBands(height).forEach(rows, () -> events.add("look"), (from, to) -> events.add(from + "-" + to));
        return events;
    }

    @Test
    void forEach_rowsThatAreNoMultiple_looksBeforeEachBandAndEndsWithAShortOne() {
        assertThat(events(32, 70)).containsExactly("look", "0-32", "look", "32-64", "look", "64-70");
        assertThat(events(1, 2)).containsExactly("look", "0-1", "look", "1-2");
    }

    @Test
    void forEach_lessThanABandOrNothing_isOneBandOrNone() {
        assertThat(events(32, 5)).containsExactly("look", "0-5");
        assertThat(events(Integer.MAX_VALUE, Integer.MAX_VALUE)).containsExactly("look", "0-" + Integer.MAX_VALUE);
        assertThat(events(32, 0)).isEmpty();
    }

    @Test
    void forEach_lookThatThrows_endsTheWork() {
        List<Integer> done = new ArrayList<>();
        Runnable once = () -> {
            if (!done.isEmpty()) {
                throw new IllegalStateException("stopped");
            }
        };
        assertThatThrownBy(() -> new RowBands(4).forEach(12, once, (from, to) -> done.add(to)))
                .hasMessage("stopped");
        assertThat(done).containsExactly(4);
    }

    @Test
    void startsAt_everyRow_agreesWithForEach() {
        List<Integer> starts = new ArrayList<>();
        RowBands.STANDARD.forEach(200, () -> {}, (from, to) -> starts.add(from));
        for (int row = 0; row < 200; row++) {
            assertThat(RowBands.STANDARD.startsAt(row)).isEqualTo(starts.contains(row));
        }
    }

    @Test
    void rowsOf_pictures_isNeverMoreThanThePicture() {
        assertThat(new RowBands(32).rowsOf(5)).isEqualTo(5);
        assertThat(new RowBands(32).rowsOf(500)).isEqualTo(32);
    }

    @Test
    void height_ofNothing_isRefused() {
        assertThatThrownBy(() -> new RowBands(0)).isInstanceOf(IllegalArgumentException.class);
    }
}
