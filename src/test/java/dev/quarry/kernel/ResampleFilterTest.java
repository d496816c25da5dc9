package dev.quarry.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ResampleFilterTest {

    @ParameterizedTest
    @CsvSource({
        "BOX, -0.5, 0",
        "BOX, 0.5, 1",
        "BILINEAR, 0.25, 0.75",
        "BILINEAR, -0.25, 0.75",
        "BILINEAR, 1.5, 0",
        "HAMMING, 0.5, 0.343774677",
        "HAMMING, 1, 0",
        "BICUBIC, 0.5, 0.5625",
        "BICUBIC, -1.5, -0.0625",
        "BICUBIC, 2, 0",
        "LANCZOS, 0.5, 0.607927101",
        "LANCZOS, 1.5, -0.135094912",
        "LANCZOS, 3, 0"
    })
    void at_somePlaces_isTheFormula(ResampleFilter filter, double x, double expected) {
        assertEquals(expected, filter.at(x), 1e-8);
    }

    @ParameterizedTest
    @EnumSource(ResampleFilter.class)
    void at_theCentre_isOne(ResampleFilter filter) {
        assertEquals(1, filter.at(0));
    }

    @Test
    void label_all_areTheNamesInRequests() {
        assertEquals("lanczos", ResampleFilter.LANCZOS.label());
        assertEquals("nearest", ResampleFilter.NEAREST.label());
    }
}
