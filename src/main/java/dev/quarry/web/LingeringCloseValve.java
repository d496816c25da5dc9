package dev.quarry.web;

import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.apache.coyote.ActionCode;
import org.apache.tomcat.util.net.ApplicationBufferHandler;

/**
 * After an early refusal, reads and forgets what the client still sends. A connection that is closed with unread bytes is
 * reset, and a client that sends all before it reads would never see its answer.
 *
 * <p>Bounded in bytes, in time and in number; what goes beyond has its connection closed, once the answer is sent.
 */
final class LingeringCloseValve extends ValveBase {

    private static final String BODY_IS_READ = LingeringCloseValve.class.getName() + ".bodyIsRead";

    private final Limits limits;
    private final Semaphore places;

    /**
     * What refused clients may cost.
     *
     * @param bytes read of one body; a client that keeps to the service's limit on bodies is heard to its end
     * @param time for one body; a client that stands still meanwhile ends by the connector's time for a read
     * @param places bodies at the same time
     */
    record Limits(long bytes, Duration time, int places) {}

    LingeringCloseValve(Limits limits) {
        super(true);
        this.limits = limits;
        this.places = new Semaphore(limits.places());
    }

    /** Notes that a handler has begun to read the body, so that a client that waits for a 100 has been told to send. */
    static void bodyIsRead(ServletRequest request) {
        request.setAttribute(BODY_IS_READ, Boolean.TRUE);
    }

    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
        getNext().invoke(request, response);
        if (isEarlyRefusal(request, response) && !linger(request.getCoyoteRequest())) {
            response.finishResponse();
            // Without this the connector itself would read on, for up to its maxSwallowSize.
            response.getCoyoteResponse().action(ActionCode.CLOSE_NOW, null);
        }
    }

    /** A client that waits for its 100 sends nothing; one that is too slow has had its time. */
    private static boolean isEarlyRefusal(Request request, Response response) {
        boolean clientWaits = request.getCoyoteRequest().hasExpectation() && request.getAttribute(BODY_IS_READ) == null;
        return response.getStatus() >= HttpServletResponse.SC_BAD_REQUEST
                && response.getStatus() != HttpServletResponse.SC_REQUEST_TIMEOUT
                && response.isCommitted()
                && !clientWaits;
    }

    /** Whether the body came to its end within the limits. */
    private boolean linger(org.apache.coyote.Request body) {
        if (!places.tryAcquire()) {
            return body.isFinished();
        }
        try {
            return drain(body);
        } finally {
            places.release();
        }
    }

    private boolean drain(org.apache.coyote.Request body) {
        long start = System.nanoTime();
        long left = limits.bytes();
        Sink sink = new Sink();
        try {
            for (int n = body.doRead(sink); n >= 0; n = body.doRead(sink)) {
                left -= n;
                if (left < 0 || System.nanoTime() - start > limits.time().toNanos()) {
                    return false;
                }
            }
            return true;
        } catch (IOException gone) {
            containerLog.trace("the client left while its refused body was read", gone);
            return false;
        }
    }

    /** Where the container leaves what it has read. */
    private static final class Sink implements ApplicationBufferHandler {

        private ByteBuffer last = EMPTY_BUFFER;

        @Override
        public void setByteBuffer(ByteBuffer buffer) {
            last = buffer;
        }

        @Override
        public ByteBuffer getByteBuffer() {
            return last;
        }

        @Override
        public void expand(int size) {}
    }
}
