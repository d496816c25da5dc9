package dev.quarry.storage;

class MallocBlockStorageTest extends BlockStorageContract {

    MallocBlockStorageTest() {
        super(StorageSettings.Provider.MALLOC);
    }
}
