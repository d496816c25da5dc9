package dev.quarry.storage;

/** {@link BlockStorageContract} on addresses that the kernel reserved. */
class MmapBlockStorageTest extends BlockStorageContract {

    MmapBlockStorageTest() {
        super(StorageSettings.Provider.MMAP);
    }
}
