package dev.quarry.web;

import dev.quarry.engine.fair.ClientId;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The part of all connections that one address may have: half of those that may be open, so that nobody keeps all others
 * out. What comes beyond that is answered with a refusal whatever it asks, and takes no place.
 *
 * <p>Safe for use by several threads.
 */
final class ConnectionShare {

    private static final Logger LOG = LoggerFactory.getLogger(ConnectionShare.class);
    private static final int PART = 2;
    // Each is a socket and some 8 kB; who comes beyond these as well is closed without a word.
    private static final int HEARD_AT_ONCE = 1024;
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final int SOME_BYTES = 4096;

    private final Function<InetAddress, @Nullable ClientId> owners;
    private final byte[] refusal;
    private final Runnable onRefusal;
    private final Semaphore places = new Semaphore(HEARD_AT_ONCE);

    /**
     * A share that no connection has yet.
     *
     * @param owners whose connections those of an address are; null where they may be of many, and are not bounded
     * @param refusal the whole answer to those beyond it, as it is sent
     * @param onRefusal told of each
     */
    ConnectionShare(Function<InetAddress, @Nullable ClientId> owners, byte[] refusal, Runnable onRefusal) {
        this.owners = owners;
        this.refusal = refusal.clone();
        this.onRefusal = onRefusal;
    }

    /** The most connections of one address where {@code most} may be open. */
    static int of(int most) {
        return Math.max(1, most / PART);
    }

    /**
     * Whether the owner of {@code accepted} has all that it may.
     *
     * @param open all connections but that
     * @param most how many may be open
     */
    boolean isExceeded(SocketChannel accepted, Iterable<SocketChannel> open, int most) {
        ClientId owner = owner(accepted);
        int left = of(most);
        if (owner != null) {
            for (SocketChannel other : open) {
                if (owner.equals(owner(other)) && --left == 0) {
                    return true;
                }
            }
        }
        return false;
    }

    private @Nullable ClientId owner(SocketChannel channel) {
        try {
            return channel.getRemoteAddress() instanceof InetSocketAddress address
                    ? owners.apply(address.getAddress())
                    : null;
        } catch (IOException closed) {
            LOG.trace("a connection has ended meanwhile", closed);
            return null;
        }
    }

    /** Answers and closes a connection, in a thread of its own. */
    void refuse(SocketChannel connection) {
        onRefusal.run();
        Thread.ofVirtual().name("refused-connection").start(() -> answer(connection));
    }

    private void answer(SocketChannel connection) {
        boolean heard = places.tryAcquire();
        try (connection) {
            if (heard) {
                connection.configureBlocking(true);
                answer(connection.socket());
            }
        } catch (IOException gone) {
            LOG.trace("the client left before it was refused", gone);
        } finally {
            if (heard) {
                places.release();
            }
        }
    }

    /** Some clients take an answer for a defect that comes before their request, or do not read it while they send. */
    private void answer(Socket socket) throws IOException {
        long start = System.nanoTime();
        socket.setSoTimeout((int) PATIENCE.toMillis());
        InputStream in = socket.getInputStream();
        byte[] some = new byte[SOME_BYTES];
        int read = in.read(some);
        if (read >= 0) {
            socket.getOutputStream().write(refusal);
            socket.shutdownOutput();
        }
        while (read >= 0 && System.nanoTime() - start < PATIENCE.toNanos()) {
            read = in.read(some);
        }
    }
}
