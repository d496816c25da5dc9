package dev.quarry.storage;

/** A service that is told of every storage that is opened in this process; the tests look after leaks by it. */
interface StorageObserver {

    /** Tells of a storage that was just built. */
    void opened(BlockStorage storage);
}
