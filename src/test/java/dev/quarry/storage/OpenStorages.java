package dev.quarry.storage;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** All storages that this process opened, until they are closed and have been looked at. */
public final class OpenStorages implements StorageObserver {

    private static final Map<BlockStorage, Long> SEEN_FAULTS = new ConcurrentHashMap<>();

    @Override
    public void opened(BlockStorage storage) {
        SEEN_FAULTS.put(storage, 0L);
    }

    /** What the storages counted since they were last asked, as sentences; a closed one is forgotten. */
    static List<String> newFaults() {
        List<String> sentences = new ArrayList<>();
        SEEN_FAULTS.forEach((storage, seen) -> {
            Map<StorageFault.Kind, Long> counts = storage.watch().reporter().counts();
            long now = counts.values().stream().mapToLong(Long::longValue).sum();
            if (now > seen) {
                sentences.add("a storage counted " + (now - seen) + " faults, in all " + counts);
            }
            if (storage.memory().scope().isAlive()) {
                SEEN_FAULTS.put(storage, now);
            } else {
                SEEN_FAULTS.remove(storage);
            }
        });
        return sentences;
    }

    /** Those that are open. */
    static List<BlockStorage> open() {
        return SEEN_FAULTS.keySet().stream()
                .filter(storage -> storage.memory().scope().isAlive())
                .toList();
    }
}
