package dev.quarry.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StorageSettingsTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    quarry.storage.budget     |          0 | 1 |    4096 |   64 |  0 |  0
                    quarry.storage.budget     | 9000000000000000 | 1 | 4096 | 64 | 0 |  0
                    quarry.storage.arenas     |    1000000 | 0 |    4096 |   64 |  0 |  0
                    quarry.storage.arenas     |    1000000 | 257 |  4096 |   64 |  0 |  0
                    quarry.storage.block-size |    1000000 | 1 |    5000 |   64 |  0 |  0
                    quarry.storage.block-size |    1000000 | 1 |       0 |   64 |  0 |  0
                    quarry.storage.block-size |    1000000 | 1 | 1073745920 | 64 | 0 |  0
                    quarry.storage.alignment  |    1000000 | 1 |    4096 |   32 |  0 |  0
                    quarry.storage.alignment  |    1000000 | 1 |    4096 |   96 |  0 |  0
                    quarry.storage.alignment  |    1000000 | 1 |    4096 | 8192 |  0 |  0
                    quarry.storage.blocks-max |    1000000 | 1 |    4096 |   64 | -1 |  0
                    quarry.storage.cache-max  |    1000000 | 1 |    4096 |   64 |  0 | -1
                    """)
    void settings_outOfRange_areRefusedByName(
            String name, long budget, int arenas, long blockSize, int alignment, int blocksMax, long cacheMax) {
        IllegalArgumentException refusal = assertThrows(
                IllegalArgumentException.class,
                () -> new StorageSettings(
                        budget,
                        StorageSettings.Provider.AUTO,
                        arenas,
                        blockSize,
                        alignment,
                        blocksMax,
                        cacheMax,
                        false,
                        StorageDebug.OFF));
        assertTrue(String.valueOf(refusal.getMessage()).startsWith(name + " must be "), refusal.getMessage());
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
        assertEquals(16 << 20, settings.blockSizeBytes());
        assertEquals(StorageSettings.Provider.AUTO, settings.provider());
    }
}
