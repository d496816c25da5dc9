package dev.quarry.operation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OperationCatalogTest {

    private final OperationCatalog catalog = new OperationCatalog();

    @Test
    void types_cover_everyPermittedClass() {
        assertEquals(
                Operation.class.getPermittedSubclasses().length, catalog.types().size());
        assertEquals(
                List.of(
                        "resize",
                        "crop",
                        "pad",
                        "rotate",
                        "flip",
                        "flop",
                        "transpose",
                        "transverse",
                        "flatten",
                        "grayscale",
                        "invert"),
                catalog.names());
    }

    @Test
    void find_byName_givesTheTypeOrNone() {
        assertEquals("crop", catalog.find("crop").orElseThrow().name());
        assertTrue(catalog.find("Crop").isEmpty());
    }

    @Test
    void parameters_ofEveryType_areDescribed() {
        for (OperationType<?> type : catalog.types()) {
            assertFalse(type.summary().isBlank());
            HashSet<String> names = new HashSet<>();
            for (Parameter<?> parameter : type.parameters()) {
                assertTrue(names.add(parameter.name()), type.name() + " has two " + parameter.name());
                assertFalse(parameter.summary().isBlank());
                assertNotNull(parameter.kind().allowed());
                assertFalse(parameter.kind().type().isBlank());
            }
            PrimaryForm primary = type.primary();
            if (primary != null) {
                assertTrue(type.parameters().containsAll(primary.parameters()), type.name());
            }
        }
    }

    @Test
    void defaults_asShown_areReadAgainAsThemselves() {
        for (OperationType<?> type : catalog.types()) {
            type.parameters().forEach(OperationCatalogTest::assertDefaultIsReadable);
        }
    }

    private static <T> void assertDefaultIsReadable(Parameter<T> parameter) {
        T value = parameter.defaultValue();
        if (value != null) {
            GivenValue given = new GivenValue.QueryText(String.valueOf(parameter.shownDefault()));
            assertEquals(value, parameter.kind().read(given), parameter.name());
        }
    }

    @Test
    void factory_ofTypesWithoutRequiredParameters_takesTheDefaults() {
        assertEquals(
                new Flatten(Color.WHITE), catalog.find("flatten").orElseThrow().read(Place.step(0), Map.of()));
        assertEquals(
                new Pad(0, 0, 0, 0, null), catalog.find("pad").orElseThrow().read(Place.step(0), Map.of()));
    }
}
