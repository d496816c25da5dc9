package dev.quarry.web;

import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.apache.tomcat.util.net.ApplicationBufferHandler;

/**
 * After an early refusal, reads and forgets what the client still sends. A connection that is closed with unread bytes is
 * reset, and a client that sends all before it reads would never see its answer.
 */
final class LingeringCloseValve extends ValveBase {

    private static final String BODY_IS_READ = LingeringCloseValve.class.getName() + ".bodyIsRead";
    private static final Duration LONGEST = Duration.ofSeconds(10);

    private final long mostBytes;

    /** Reads at most {@code mostBytes} of what a client still sends. */
    LingeringCloseValve(long mostBytes) {
        super(true);
        this.mostBytes = mostBytes;
    }

    /** Notes that a handler has begun to read the body, so that a client that waits for a 100 has been told to send. */
    static void bodyIsRead(ServletRequest request) {
        request.setAttribute(BODY_IS_READ, Boolean.TRUE);
    }

    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
        getNext().invoke(request, response);
        if (isEarlyRefusal(request, response)) {
            drain(request.getCoyoteRequest());
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

    private void drain(org.apache.coyote.Request body) {
        long start = System.nanoTime();
        long left = mostBytes;
        Sink sink = new Sink();
        try {
            for (int n = body.doRead(sink); n >= 0; n = body.doRead(sink)) {
                left -= n;
                if (left < 0 || System.nanoTime() - start > LONGEST.toNanos()) {
                    return;
                }
            }
        } catch (IOException gone) {
            containerLog.trace("the client left while its refused body was read", gone);
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
