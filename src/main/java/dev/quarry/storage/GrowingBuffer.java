package dev.quarry.storage;

import java.lang.foreign.MemorySegment;

/**
 * Bytes of a length that is not known beforehand, contiguous at every moment: an upload, an encoder's output.
 *
 * <p>Not safe for use by two threads at once. Growing may move the bytes: a segment taken before is not to be used after.
 */
public final class GrowingBuffer implements AutoCloseable {

    private final StorageScope scope;
    private final long maxBytes;
    private @org.jspecify.annotations.Nullable Block block;
    private long length;

    GrowingBuffer(StorageScope scope, long maxBytes) {
        this.scope = scope;
        this.maxBytes = maxBytes;
    }

    /** Bytes written. */
    public long length() {
        return length;
    }

    /** The most it may hold. */
    public long maxBytes() {
        return maxBytes;
    }

    /** The written bytes. */
    public MemorySegment bytes() {
        return block == null ? MemorySegment.NULL : scope.memory().asSlice(block.offset(), length);
    }

    /**
     * Room for at least {@code count} more bytes after those written; call {@link #advance} for what was filled.
     *
     * @throws StorageExhaustedException when the scope or {@link #maxBytes} has no such room
     */
    public MemorySegment room(long count) {
        long wanted = Math.addExact(length, count);
        if (wanted > maxBytes) {
            throw new StorageExhaustedException("buffer of " + maxBytes + " bytes is full", wanted, maxBytes);
        }
        if (block == null || wanted > block.bytes()) {
            Block larger = scope.allocate(Math.max(wanted, Math.min(maxBytes, length * 2)));
            if (block != null) {
                MemorySegment.copy(scope.memory(), block.offset(), scope.memory(), larger.offset(), length);
                block.close();
            }
            block = larger;
        }
        return scope.memory().asSlice(block.offset() + length, block.bytes() - length);
    }

    /** Counts {@code count} bytes of the last {@link #room} as written. */
    public void advance(long count) {
        length += count;
    }

    /** Appends a copy of {@code source}'s bytes. */
    public void append(MemorySegment source) {
        room(source.byteSize()).copyFrom(source);
        advance(source.byteSize());
    }

    /** Forgets all bytes after the first {@code newLength}. */
    public void truncate(long newLength) {
        if (newLength < 0 || newLength > length) {
            throw new IllegalArgumentException("cannot truncate " + length + " bytes to " + newLength);
        }
        length = newLength;
    }

    /** Gives the memory back. */
    @Override
    public void close() {
        if (block != null) {
            block.close();
        }
        length = 0;
    }
}
