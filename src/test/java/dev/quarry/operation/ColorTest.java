package dev.quarry.operation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ColorTest {

    @ParameterizedTest
    @CsvSource({
        "#fff, 255, 255, 255, 255",
        "fff, 255, 255, 255, 255",
        "#1aF, 17, 170, 255, 255",
        "#0ac81e, 10, 200, 30, 255",
        "0AC81E, 10, 200, 30, 255",
        "#0ac81e80, 10, 200, 30, 128",
        "ffffffff, 255, 255, 255, 255",
        "white, 255, 255, 255, 255",
        "RebeccaPurple, 102, 51, 153, 255",
        "darkslategrey, 47, 79, 79, 255",
        "yellowgreen, 154, 205, 50, 255",
        "transparent, 0, 0, 0, 0",
    })
    void parse_eachNotation_givesTheColour(String text, int red, int green, int blue, int alpha) {
        assertEquals(new Color(red, green, blue, alpha), Color.parse(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "#",
                "#ff",
                "#ffff",
                "#fffff",
                "#fffffff",
                "#fffffffff",
                "##fff",
                "ggg",
                "whit",
                "#white",
                " white",
                "rgb(1,2,3)",
                "-ff",
                "+fff",
                "0x0",
                "ＦＦＦ"
            })
    void parse_anythingElse_givesNone(String text) {
        assertNull(Color.parse(text));
    }

    @Test
    void toString_ofAColour_isReadAgain() {
        for (Color color :
                new Color[] {Color.WHITE, Color.TRANSPARENT, new Color(1, 2, 3, 4), new Color(9, 8, 7, 255)}) {
            assertEquals(color, Color.parse(color.toString()));
        }
    }

    @Test
    void color_outOfRange_isRefused() {
        assertThrows(IllegalArgumentException.class, () -> new Color(256, 0, 0, 0));
        assertThrows(IllegalArgumentException.class, () -> new Color(0, -1, 0, 0));
    }
}
