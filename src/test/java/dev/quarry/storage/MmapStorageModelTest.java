package dev.quarry.storage;

/** {@link StorageModelContract} on addresses that the kernel reserved. */
class MmapStorageModelTest extends StorageModelContract {

    @Override
    SystemMemory memory() throws Exception {
        return MmapMemory.open(StorageActions.BUDGET, false);
    }
}
