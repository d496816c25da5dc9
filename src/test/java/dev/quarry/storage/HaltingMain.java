package dev.quarry.storage;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.quarry.storage.StorageDebug.Action;
import dev.quarry.storage.StorageDebug.Level;

/** A program that writes behind a block, in a storage that ends the process when it finds that. */
final class HaltingMain {

    static final String BEFORE = "before the release";
    static final String AFTER = "after the release";
    static final String HOOK = "shutdown hook";

    private HaltingMain() {}

    /** Needs no arguments. */
    public static void main(String[] arguments) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println(HOOK)));
        StorageSettings settings =
                StorageSettings.portable(1 << 20).withDebug(new StorageDebug(Level.GUARD, Action.HALT));
        try (BlockStorage storage = BlockStorage.open(settings);
                StorageScope scope = storage.openScope("halting", 1 << 19);
                Block block = scope.allocate(5000)) {
            storage.memory().set(JAVA_BYTE, block.offset() + 5000, (byte) 7);
            System.out.println(BEFORE);
            block.close();
            System.out.println(AFTER);
        }
    }
}
