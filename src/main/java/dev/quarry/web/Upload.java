package dev.quarry.web;

import dev.quarry.engine.EngineException;
import dev.quarry.engine.UploadShare;
import dev.quarry.storage.GrowingBuffer;
import dev.quarry.storage.StorageExhaustedException;
import dev.quarry.storage.StorageScope;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The bytes of an image on their way in, charged to the budget until it is closed. */
final class Upload implements AutoCloseable {

    static final int CHUNK_BYTES = 16 << 10;

    private static final long STEP_BYTES = 256 << 10;
    private static final int MOST_RESERVED_FACTOR = 4;
    private static final Duration PAUSE = Duration.ofMillis(10);

    private final UploadMemory memory;
    private final Exchange exchange;
    private final String name;
    private final GuardedBody body;
    private final boolean headerOnly;
    private UploadShare.@Nullable Hold hold;
    private @Nullable StorageScope scope;
    private @Nullable GrowingBuffer buffer;
    private long readBytes;

    private Upload(UploadMemory memory, Exchange exchange, String name, GuardedBody body, boolean headerOnly) {
        this.memory = memory;
        this.exchange = exchange;
        this.name = name;
        this.body = body;
        this.headerOnly = headerOnly;
    }

    /**
     * An upload of which nothing has been read, and which holds no memory.
     *
     * @param headerOnly whether the bytes after the image's header are not kept
     * @throws dev.quarry.error.ServiceException when it could never have the memory that it declares
     */
    static Upload of(UploadMemory memory, Exchange exchange, String name, GuardedBody body, boolean headerOnly) {
        long most = memory.storage().budgetBytes();
        if (!headerOnly && body.declaredBytes() >= 0) {
            long wanted = memory.storage().bytesFor(body.declaredBytes());
            if (wanted > most) {
                throw EngineException.overBudget(wanted, most);
            }
        }
        return new Upload(memory, exchange, name, body, headerOnly);
    }

    /**
     * Reads all of {@code image}, and shows what is there to {@code probe} after each piece. What the first piece tells is
     * told, and perhaps refused, before the upload waits for memory; the rest stays unread meanwhile.
     *
     * @throws dev.quarry.error.ServiceException when no memory became free before the deadline
     */
    void readAll(InputStream image, HeaderProbe probe) throws IOException, InterruptedException {
        byte[] chunk = new byte[CHUNK_BYTES];
        for (int n = image.read(chunk); n >= 0; n = image.read(chunk)) {
            boolean first = readBytes == 0;
            readBytes += n;
            if (first) {
                probe.look(MemorySegment.ofArray(chunk).asSlice(0, n));
            }
            if (headerOnly && probe.isDone()) {
                continue;
            }
            MemorySegment.copy(chunk, 0, room(n), ValueLayout.JAVA_BYTE, 0, n);
            opened().advance(n);
            probe.look(bytes());
        }
    }

    /** The buffer, for which memory is waited for at the first call: all of it where the length is declared, else a step. */
    private GrowingBuffer opened() throws InterruptedException {
        GrowingBuffer open = buffer;
        return open != null ? open : open();
    }

    private GrowingBuffer open() throws InterruptedException {
        long declared = headerOnly ? -1 : body.declaredBytes();
        long wanted = declared < 0 ? STEP_BYTES : memory.storage().bytesFor(declared);
        UploadShare.Hold held = memory.share()
                .acquire(exchange.client(), memory.connection(exchange.request()), wanted, body.deadlineNanos());
        hold = held;
        StorageScope opened = memory.storage().openScope(name, wanted, body.deadlineNanos());
        scope = opened;
        GrowingBuffer empty =
                declared < 0 ? opened.growingBuffer(memory.maxBytes()) : opened.growingBuffer(declared, declared);
        buffer = empty;
        // The client is not to blame for what it had to wait.
        body.startClock();
        return empty;
    }

    /** Room in the buffer, for which the scope may have to grow first. */
    private MemorySegment room(int count) throws InterruptedException {
        while (true) {
            try {
                return opened().room(count);
            } catch (StorageExhaustedException full) {
                grow(full);
            }
        }
    }

    private void grow(StorageExhaustedException full) throws InterruptedException {
        GrowingBuffer filled = buffer;
        StorageScope open = scope;
        UploadShare.Hold held = hold;
        if (filled == null
                || open == null
                || held == null
                || open.reservedBytes() > MOST_RESERVED_FACTOR * filled.maxBytes() + STEP_BYTES) {
            throw full;
        }
        long step = Math.max(STEP_BYTES, filled.length());
        held.grow(step, body.deadlineNanos());
        while (!open.tryTopUp(step)) {
            if (System.nanoTime() - body.deadlineNanos() > 0) {
                throw full;
            }
            Thread.sleep(PAUSE);
        }
    }

    /** Whether nothing has come. */
    boolean isEmpty() {
        return readBytes == 0;
    }

    /** What has come so far. */
    MemorySegment bytes() {
        GrowingBuffer filled = buffer;
        return filled == null ? MemorySegment.NULL : filled.bytes();
    }

    /** The most memory that it took. */
    long peakBytes() {
        StorageScope open = scope;
        return open == null ? 0 : open.peakBytes();
    }

    @Override
    public void close() {
        if (buffer != null) {
            buffer.close();
        }
        if (scope != null) {
            scope.close();
        }
        if (hold != null) {
            hold.close();
        }
    }
}
