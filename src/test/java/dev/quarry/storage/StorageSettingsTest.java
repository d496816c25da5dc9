package dev.quarry.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StorageSettingsTest {

    private static final long MB = 1L << 20;

    private static StorageSettings with(long budget, int arenas, long cacheMax, Duration decay) {
        return new StorageSettings(
                budget,
                StorageSettings.Provider.AUTO,
                arenas,
                false,
                StorageLimits.DEFAULT,
                cacheMax,
                decay,
                StorageDebug.OFF);
    }

    private static void assertRefused(String name, Executable made) {
        IllegalArgumentException refusal = assertThrows(IllegalArgumentException.class, made);
        assertTrue(
                String.valueOf(refusal.getMessage()).startsWith("quarry.storage." + name + " must be "),
                refusal.getMessage());
    }

    @Test
    void settings_outOfRange_areRefusedByName() {
        Duration decay = Duration.ZERO;
        assertRefused("budget", () -> with(0, 1, 0, decay));
        assertRefused("budget", () -> with(9_000_000_000_000_000L, 1, 0, decay));
        assertRefused("arenas", () -> with(MB, 0, 0, decay));
        assertRefused("arenas", () -> with(MB, 257, 0, decay));
        assertRefused("cache-max", () -> with(MB, 1, -1, decay));
        assertRefused("decay", () -> with(MB, 1, 0, Duration.ofMillis(-1)));
        assertRefused("decay", () -> with(MB, 1, 0, Duration.ofSeconds(-2)));
        assertRefused("decay", () -> with(MB, 1, 0, Duration.ofSeconds(Long.MAX_VALUE)));
    }

    @ParameterizedTest
    @CsvSource({
        "block-size, 5000, 64, 0",
        "block-size, 0, 64, 0",
        "block-size, 1073745920, 64, 0",
        "block-size, 9223372036854771712, 64, 0",
        "alignment, 4096, 32, 0",
        "alignment, 4096, 96, 0",
        "alignment, 4096, 8192, 0",
        "alignment, 4096, -2147483648, 0",
        "blocks-max, 4096, 64, -1"
    })
    void limits_outOfRange_areRefusedByName(String name, long blockSize, int alignment, int blocksMax) {
        assertRefused(name, () -> new StorageLimits(blockSize, alignment, blocksMax));
    }

    @Test
    void settings_atTheirBounds_areAccepted() {
        assertEquals(
                StorageSettings.NEVER, with(4096, 256, 0, StorageSettings.NEVER).decay());
        assertEquals(
                Duration.ofDays(1),
                with(1L << 42, 1, Long.MAX_VALUE, Duration.ofDays(1)).decay());
        assertEquals(1 << 30, new StorageLimits(1 << 30, 4096, Integer.MAX_VALUE).blockSizeBytes());
    }

    @ParameterizedTest
    @CsvSource({"0,1", "1,1", "2,2", "3,4", "4,4", "5,8", "8,8", "9,8", "1000,8"})
    void defaultArenas_anyWorkers_areThePowerOfTwoAboveUpToEight(int workers, int arenas) {
        assertEquals(arenas, StorageSettings.defaultArenas(workers));
    }

    @Test
    void defaults_anyBudget_keepHalfOfItCached() {
        StorageSettings settings = StorageSettings.defaults(100 << 20, 4);
        assertEquals(50 << 20, settings.cacheMaxBytes());
        assertEquals(16 << 20, settings.limits().blockSizeBytes());
        assertEquals(StorageSettings.Provider.AUTO, settings.provider());
    }
}
