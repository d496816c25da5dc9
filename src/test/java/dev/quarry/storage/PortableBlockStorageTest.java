package dev.quarry.storage;

/** {@link BlockStorageContract} on memory of the JDK. */
class PortableBlockStorageTest extends BlockStorageContract {

    PortableBlockStorageTest() {
        super(StorageSettings.Provider.PORTABLE);
    }
}
