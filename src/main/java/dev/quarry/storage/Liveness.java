package dev.quarry.storage;

/** A check that memory has not been given back, made before it is accessed where a debug level asks for that. */
@FunctionalInterface
public interface Liveness {

    /**
     * Checks it.
     *
     * @throws StorageFaultException when the memory was given back, and the storage's action is to throw
     */
    void requireLive();
}
