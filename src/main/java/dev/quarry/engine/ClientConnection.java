package dev.quarry.engine;

/** The connection that waits for an answer, as far as the engine cares. */
@FunctionalInterface
public interface ClientConnection {

    /**
     * Whether the client has gone, so that nobody will read the answer. Called by any thread while the request's own thread
     * waits in {@link TransformEngine#transform} or {@link UploadShare#acquire}, never by two at once and never after that
     * call has returned.
     */
    boolean isGone();

    /** A connection whose end is never noticed. */
    static ClientConnection unobserved() {
        return () -> false;
    }
}
