package dev.quarry.storage;

/** {@link StorageModelContract} on memory of the JDK, where addresses are as scarce as bytes. */
class PortableStorageModelTest extends StorageModelContract {

    @Override
    SystemMemory memory() {
        return new PortableMemory(StorageActions.BUDGET);
    }
}
