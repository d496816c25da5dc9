package dev.quarry.storage;

import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Random actions on many storages of random settings, compared with a model after each. Every run of the tests plays other
 * ones; {@code -Dquarry.storage.seed=N} repeats those whose seed a failure told.
 */
@FaultsExpected
abstract class StorageModelContract {

    private static final int STORAGES = 40;
    private static final int ACTIONS = 1_000;

    abstract SystemMemory memory() throws Exception;

    @Test
    void anyActions_randomSeed_agreeWithTheModel() throws Exception {
        playAll(false);
    }

    @Test
    void anyActions_systemRefusesSomeCalls_agreeWithTheModel() throws Exception {
        playAll(true);
    }

    private void playAll(boolean refusals) throws Exception {
        Long given = Long.getLong("quarry.storage.seed");
        if (given != null) {
            new StorageActions(given, memory()).play(ACTIONS, refusals);
            return;
        }
        Random seeds = new Random();
        for (int i = 0; i < STORAGES; i++) {
            new StorageActions(seeds.nextLong(), memory()).play(ACTIONS, refusals);
        }
    }
}
