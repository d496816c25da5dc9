package dev.quarry.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The tables of constants are answers of Pillow 13.0.0 to impulses in mode F: {@code resize((n, 1), filter, box=…)}. */
class ResampleWeightsTest {

    @Test
    void of_lanczosDown_arePillows() {
        float[][] expected = {
            {0.334399f, 0.399111f, 0.2769129f, 0.07731023f, -0.04558365f, -0.04898042f, -0.005695116f, 0.01252609f},
            {-0.05240941f, 0.02043277f, 0.1906582f, 0.3413185f, 0.3413185f, 0.1906582f, 0.02043277f, -0.05240941f},
            {0.01252609f, -0.005695116f, -0.04898042f, -0.04558365f, 0.07731023f, 0.2769129f, 0.399111f, 0.334399f}
        };
        assertWeights(expected, ResampleWeights.of(ResampleFilter.LANCZOS, 8, 0, 8, 3, 3));
    }

    @Test
    void of_bicubicUp_arePillows() {
        float[][] expected = {
            {1.043269f, -0.04326923f, 0f, 0f},
            {0.2806592f, 0.7905962f, -0.07125545f, 0f},
            {-0.0625f, 0.5625f, 0.5625f, -0.0625f},
            {0f, -0.07125545f, 0.7905962f, 0.2806592f},
            {0f, 0f, -0.04326923f, 1.043269f}
        };
        assertWeights(expected, ResampleWeights.of(ResampleFilter.BICUBIC, 4, 0, 4, 5, 5));
    }

    @Test
    void of_hammingOfAFractionalWindow_arePillows() {
        float[][] expected = {
            {0.2202207f, 0.4369757f, 0.2924038f, 0.05039984f, 0f, 0f},
            {0f, 0f, 0.05039984f, 0.2924038f, 0.4369757f, 0.2202207f}
        };
        assertWeights(expected, ResampleWeights.of(ResampleFilter.HAMMING, 6, 0.25, 5.5, 2, 2));
    }

    @Test
    void of_boxOfAFractionalWindow_arePillows() {
        float[][] expected = {{0f, 1f, 0f, 0f, 0f}, {0f, 0f, 1f, 0f, 0f}, {0f, 0f, 0f, 0.5f, 0.5f}};
        assertWeights(expected, ResampleWeights.of(ResampleFilter.BOX, 5, 0.5, 4.25, 3, 3));
    }

    @Test
    void of_bilinearOfAFractionalWindow_arePillows() {
        float[][] expected = {{0.3714286f, 0.4285714f, 0.2f, 0f, 0f}, {0f, 0.075f, 0.275f, 0.425f, 0.225f}};
        assertWeights(expected, ResampleWeights.of(ResampleFilter.BILINEAR, 5, 0, 4.5, 2, 2));
    }

    @Test
    void of_nearest_picksWhatPillowPicks() {
        assertPicks(ResampleWeights.of(ResampleFilter.NEAREST, 7, 0, 7, 3, 3), 1, 3, 5);
        assertPicks(ResampleWeights.of(ResampleFilter.NEAREST, 5, 0, 5, 13, 13), 0, 0, 0, 1, 1, 2, 2, 2, 3, 3, 4, 4, 4);
        assertPicks(ResampleWeights.of(ResampleFilter.NEAREST, 9, 1.3, 6.2, 4, 4), 2, 3, 5, 6);
    }

    private static void assertPicks(ResampleWeights weights, int... samples) {
        assertEquals(1, weights.taps());
        assertEquals(
                IntStream.of(samples).boxed().toList(),
                IntStream.of(weights.starts()).boxed().toList());
        for (float weight : weights.weights()) {
            assertEquals(1f, weight);
        }
    }

    private static void assertWeights(float[][] expected, ResampleWeights weights) {
        assertEquals(expected.length, weights.size());
        for (int i = 0; i < expected.length; i++) {
            for (int sample = 0; sample < expected[i].length; sample++) {
                assertEquals(expected[i][sample], weight(weights, i, sample), 5e-7f, i + " of " + sample);
            }
        }
    }

    private static float weight(ResampleWeights weights, int i, int sample) {
        int tap = sample - weights.starts()[i];
        return tap >= 0 && tap < weights.taps() ? weights.weights()[i * weights.taps() + tap] : 0;
    }

    @Test
    void of_aTargetThatIsNotFilled_scalesByTheExtent() {
        // 681.5 of 682 chroma samples to 359.5 of 360: the last output's centre is the window's very end.
        ResampleWeights weights = ResampleWeights.of(ResampleFilter.BILINEAR, 682, 0, 681.5, 360, 359.5);
        double scale = 681.5 / 359.5;
        double centre = 359.5 * scale;
        double sum = 0;
        for (int sample = 0; sample < 682; sample++) {
            sum += Math.max(0, 1 - Math.abs(sample + 0.5 - centre) / scale);
        }
        for (int sample = 0; sample < 682; sample++) {
            double expected = Math.max(0, 1 - Math.abs(sample + 0.5 - centre) / scale) / sum;
            assertEquals(expected, weight(weights, 359, sample), 1e-6);
        }
    }

    @ParameterizedTest
    @EnumSource(ResampleFilter.class)
    void of_anyWindow_keepsItsPromises(ResampleFilter filter) {
        for (long seed = 0; seed < 400; seed++) {
            Random random = new Random(seed);
            int source = 1 + random.nextInt(random.nextBoolean() ? 5 : 300);
            int target = 1 + random.nextInt(300);
            double start = random.nextBoolean() ? 0 : random.nextDouble() * (source - 0.5);
            double size = start == 0 ? source : (source - start) * (0.01 + 0.99 * random.nextDouble());
            double extent = random.nextBoolean() ? target : target - 0.5 * random.nextDouble();
            ResampleWeights weights = ResampleWeights.of(filter, source, start, size, target, extent);
            String what = "seed " + seed;
            assertEquals(target, weights.size(), what);
            assertEquals(source, weights.sourceSize(), what);
            assertEquals(target * weights.taps(), weights.weights().length, what);
            assertTrue(weights.taps() == 1 || weights.taps() % 4 == 0, what);
            for (int i = 0; i < target; i++) {
                assertRow(weights, i, what + ", output " + i);
            }
        }
    }

    private static void assertRow(ResampleWeights weights, int i, String what) {
        double sum = 0;
        for (int k = 0; k < weights.taps(); k++) {
            float weight = weights.weights()[i * weights.taps() + k];
            sum += weight;
            assertTrue(weight == 0 || weights.starts()[i] + k < weights.sourceSize(), what);
        }
        assertEquals(1, sum, 1e-6, what);
        int start = weights.starts()[i];
        assertTrue(start >= 0 && start + weights.taps() <= Math.max(weights.sourceSize() + 3, weights.taps()), what);
        assertTrue(start == 0 || start + weights.taps() <= weights.sourceSize(), what);
        assertTrue(weights.firstTap(i) >= start && weights.endTap(i) <= weights.sourceSize(), what);
        assertTrue(weights.firstTap(i) < weights.endTap(i), what);
    }

    @Test
    void of_fewerSamplesThanTaps_startsAtTheFirst() {
        ResampleWeights weights = ResampleWeights.of(ResampleFilter.LANCZOS, 5, 0, 5, 1, 1);
        assertEquals(8, weights.taps());
        assertEquals(0, weights.starts()[0]);
        assertEquals(0, weights.firstTap(0));
        assertEquals(5, weights.endTap(0));
    }

    @Test
    void of_nothingToShow_isRefused() {
        assertThrows(IllegalArgumentException.class, () -> ResampleWeights.of(ResampleFilter.BOX, 0, 0, 1, 1, 1));
        assertThrows(IllegalArgumentException.class, () -> ResampleWeights.of(ResampleFilter.BOX, 1, 0, 0, 1, 1));
        assertThrows(IllegalArgumentException.class, () -> ResampleWeights.of(ResampleFilter.BOX, 1, 0, 1, 0, 1));
        assertThrows(
                IllegalArgumentException.class, () -> ResampleWeights.of(ResampleFilter.BOX, 1, 0, Double.NaN, 1, 1));
    }
}
