package dev.quarry.storage;

/** {@link StorageModelContract} on memory of the C library, where a block cannot be cut. */
class MallocStorageModelTest extends StorageModelContract {

    @Override
    SystemMemory memory() throws Exception {
        return MallocMemory.open(StorageActions.BUDGET);
    }
}
