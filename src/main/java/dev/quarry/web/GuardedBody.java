package dev.quarry.web;

import dev.quarry.engine.EngineException;
import jakarta.servlet.http.HttpServletRequest;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import org.apache.catalina.connector.ClientAbortException;
import org.apache.coyote.BadRequestException;
import org.jspecify.annotations.Nullable;

/** A request's body that is watched: its size, its deadline, its rate, and how it ends. What is wrong comes as a refusal. */
final class GuardedBody extends InputStream {

    private static final double NANOS_PER_SECOND = 1e9;

    private final InputStream body;
    private final long declaredBytes;
    private final long limitBytes;
    private final HttpSettings settings;
    private long startNanos = System.nanoTime();
    private long readBytes;
    private boolean ended;

    private GuardedBody(InputStream body, long declaredBytes, long limitBytes, HttpSettings settings) {
        this.body = body;
        this.declaredBytes = declaredBytes;
        this.limitBytes = limitBytes;
        this.settings = settings;
    }

    /** The body of {@code request}; one that declares more than the limit is refused before it is read. */
    static GuardedBody open(HttpServletRequest request, long limitBytes, HttpSettings settings) throws IOException {
        long declared = request.getContentLengthLong();
        if (declared > limitBytes) {
            throw RequestException.bodyTooLarge(limitBytes, declared);
        }
        return new GuardedBody(request.getInputStream(), declared, limitBytes, settings);
    }

    /** The declared length, −1 when unknown. */
    long declaredBytes() {
        return declaredBytes;
    }

    /** Lets the client's time begin: it is not to blame for what it had to wait before it was read. */
    void startClock() {
        startNanos = System.nanoTime();
    }

    /** Until when the whole body must have come, on {@link System#nanoTime}'s clock. */
    long deadlineNanos() {
        return startNanos + settings.bodyDeadline().toNanos();
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] target, int offset, int length) {
        if (ended) {
            return -1;
        }
        int count = readOrRefuse(target, offset, length);
        if (count < 0) {
            ended = true;
            return -1;
        }
        readBytes += count;
        if (readBytes > limitBytes) {
            throw RequestException.bodyTooLarge(limitBytes, declaredBytes);
        }
        checkPace();
        return count;
    }

    private int readOrRefuse(byte[] target, int offset, int length) {
        try {
            return body.read(target, offset, length);
        } catch (IOException failure) {
            if (hasCause(failure, SocketTimeoutException.class)) {
                throw RequestException.bodyTimeout("nothing came for a while", readBytes);
            }
            if (hasCause(failure, EOFException.class)) {
                throw RequestException.incompleteBody(declaredBytes, readBytes);
            }
            if (hasCause(failure, BadRequestException.class) && !hasCause(failure, ClientAbortException.class)) {
                throw RequestException.malformedBody(String.valueOf(failure.getMessage()));
            }
            throw EngineException.cancelled();
        }
    }

    private static boolean hasCause(@Nullable Throwable failure, Class<? extends IOException> type) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (type.isInstance(cause)) {
                return true;
            }
        }
        return false;
    }

    private void checkPace() {
        long elapsed = System.nanoTime() - startNanos;
        if (elapsed > settings.bodyDeadline().toNanos()) {
            throw RequestException.bodyTimeout(
                    "it may take " + settings.bodyDeadline().toSeconds() + " s", readBytes);
        }
        double counted = (elapsed - settings.bodyRateGrace().toNanos()) / NANOS_PER_SECOND;
        if (counted > 0 && readBytes < counted * settings.minimumBodyRate().toBytes()) {
            throw RequestException.bodyTimeout(
                    "at least " + settings.minimumBodyRate().toBytes() + " bytes each second are expected", readBytes);
        }
    }

    /** Reads to the end of the body and forgets what comes. */
    void skipRest() {
        byte[] chunk = new byte[Upload.CHUNK_BYTES];
        int count = 0;
        while (count >= 0) {
            count = read(chunk, 0, chunk.length);
        }
    }
}
