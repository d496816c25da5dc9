package dev.quarry.web;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * After an early refusal, reads and forgets what the client still sends. A connection that is closed with unread bytes is
 * reset, and a client that sends all before it reads would never see its answer.
 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE)
final class LingeringCloseFilter extends OncePerRequestFilter {

    private static final String BODY_IS_READ = LingeringCloseFilter.class.getName() + ".bodyIsRead";
    private static final int FIRST_ERROR = 400;
    private static final Duration LONGEST = Duration.ofSeconds(10);
    private static final int LIMIT_FACTOR = 2;

    private final LimitSettings limits;

    LingeringCloseFilter(LimitSettings limits) {
        this.limits = limits;
    }

    /** Notes that a handler has begun to read the body, so that a client that waits for a 100 has been told to send. */
    static void bodyIsRead(ServletRequest request) {
        request.setAttribute(BODY_IS_READ, Boolean.TRUE);
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        chain.doFilter(request, response);
        boolean clientWaits =
                request.getHeader(HttpHeaders.EXPECT) != null && request.getAttribute(BODY_IS_READ) == null;
        if (response.getStatus() >= FIRST_ERROR && response.isCommitted() && !clientWaits) {
            drain(request.getInputStream());
        }
    }

    private void drain(InputStream body) {
        long start = System.nanoTime();
        long left = LIMIT_FACTOR * limits.body().toBytes();
        byte[] chunk = new byte[Upload.CHUNK_BYTES];
        try {
            for (int n = body.read(chunk); n >= 0; n = body.read(chunk)) {
                left -= n;
                if (left < 0 || System.nanoTime() - start > LONGEST.toNanos()) {
                    return;
                }
            }
        } catch (IOException gone) {
            logger.trace("the client left while its refused body was read", gone);
        }
    }
}
