package dev.quarry.storage;

/** A contiguous piece of the storage's segment, owned by a scope until closed. */
public final class Block implements AutoCloseable {

    private final StorageScope scope;
    private final long offset;
    private final long bytes;

    Block(StorageScope scope, long offset, long bytes) {
        this.scope = scope;
        this.offset = offset;
        this.bytes = bytes;
    }

    /** Where it starts in the storage's segment. */
    public long offset() {
        return offset;
    }

    /** Its usable size in bytes, at least what was asked for. */
    public long bytes() {
        return bytes;
    }

    /** Returns it, from any thread; a second call changes nothing. */
    @Override
    public void close() {
        scope.release(this);
    }
}
