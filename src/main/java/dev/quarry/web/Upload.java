package dev.quarry.web;

import dev.quarry.engine.EngineException;
import dev.quarry.engine.UploadShare;
import dev.quarry.storage.BlockStorage;
import dev.quarry.storage.GrowingBuffer;
import dev.quarry.storage.StorageExhaustedException;
import dev.quarry.storage.StorageScope;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;

/** The bytes of an image on their way in, charged to the budget until it is closed. */
final class Upload implements AutoCloseable {

    static final int CHUNK_BYTES = 16 << 10;

    private static final long STEP_BYTES = 256 << 10;
    private static final int MOST_RESERVED_FACTOR = 4;
    private static final Duration PAUSE = Duration.ofMillis(10);

    private final UploadShare.Hold hold;
    private final StorageScope scope;
    private final GrowingBuffer buffer;
    private final long deadlineNanos;

    private Upload(UploadShare.Hold hold, StorageScope scope, GrowingBuffer buffer, long deadlineNanos) {
        this.hold = hold;
        this.scope = scope;
        this.buffer = buffer;
        this.deadlineNanos = deadlineNanos;
    }

    /**
     * Waits for memory, with the body unread: all of it where the length is declared, a first step where it is not.
     *
     * @param headerOnly whether the bytes after the image's header are not kept
     * @throws dev.quarry.error.ServiceException when none became free before the deadline
     */
    static Upload open(UploadMemory memory, String name, GuardedBody body, boolean headerOnly)
            throws InterruptedException {
        long declared = body.declaredBytes();
        BlockStorage storage = memory.storage();
        long first = declared < 0 ? STEP_BYTES : storage.bytesFor(declared);
        if (first > storage.budgetBytes()) {
            throw EngineException.overBudget(first, storage.budgetBytes());
        }
        UploadShare.Hold hold = memory.share().acquire(first, body.deadlineNanos());
        try {
            StorageScope scope = storage.openScope(name, first, body.deadlineNanos());
            body.startClock();
            GrowingBuffer buffer = declared < 0
                    ? scope.growingBuffer(memory.maxBytes())
                    : scope.growingBuffer(declared, headerOnly ? 0 : declared);
            return new Upload(hold, scope, buffer, body.deadlineNanos());
        } catch (Throwable failed) {
            hold.close();
            throw failed;
        }
    }

    /**
     * Appends all of {@code body}, and shows what is there to {@code probe} after each piece.
     *
     * @param headerOnly whether bytes after the header are read and forgotten
     */
    void readAll(InputStream body, HeaderProbe probe, boolean headerOnly) throws IOException, InterruptedException {
        byte[] chunk = new byte[CHUNK_BYTES];
        for (int n = body.read(chunk); n >= 0; n = body.read(chunk)) {
            if (headerOnly && probe.isDone()) {
                continue;
            }
            MemorySegment.copy(chunk, 0, room(n), ValueLayout.JAVA_BYTE, 0, n);
            buffer.advance(n);
            probe.look(buffer.bytes());
        }
    }

    /** Room in the buffer, for which the scope may have to grow first. */
    private MemorySegment room(int count) throws InterruptedException {
        while (true) {
            try {
                return buffer.room(count);
            } catch (StorageExhaustedException full) {
                grow(full);
            }
        }
    }

    private void grow(StorageExhaustedException full) throws InterruptedException {
        if (scope.reservedBytes() > MOST_RESERVED_FACTOR * buffer.maxBytes() + STEP_BYTES) {
            throw full;
        }
        long step = Math.max(STEP_BYTES, buffer.length());
        hold.grow(step, deadlineNanos);
        while (!scope.tryTopUp(step)) {
            if (System.nanoTime() - deadlineNanos > 0) {
                throw full;
            }
            Thread.sleep(PAUSE);
        }
    }

    /** What has come so far. */
    MemorySegment bytes() {
        return buffer.bytes();
    }

    /** The most memory that it took. */
    long peakBytes() {
        return scope.peakBytes();
    }

    @Override
    public void close() {
        buffer.close();
        scope.close();
        hold.close();
    }
}
