package dev.quarry.web;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.tomcat.util.net.NioEndpoint;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A listener that ends without losing anybody: connections that the kernel has already made are taken and served before it
 * closes. Tomcat's own would drop those it is just accepting, and the kernel resets those that nobody has accepted.
 */
final class DrainingEndpoint extends NioEndpoint {

    private static final Logger LOG = LoggerFactory.getLogger(DrainingEndpoint.class);
    private static final int WAKE_MILLIS = 1_000;

    private final CountDownLatch drained = new CountDownLatch(1);
    private final CountDownLatch stopped = new CountDownLatch(1);
    private volatile boolean ending;
    private volatile @Nullable ConnectionShare share;

    /** Bounds what one address may have. */
    void setShare(ConnectionShare connections) {
        share = connections;
    }

    /** Takes in whoever waits to be accepted, and stops listening. */
    void drain() {
        if (ending || !(getServerSocket() instanceof ServerSocketChannel listener)) {
            return;
        }
        ending = true;
        try {
            wake(listener);
            if (!drained.await(WAKE_MILLIS, TimeUnit.MILLISECONDS)) {
                LOG.warn("the listener could not be drained: as many connections are open as may be");
            }
        } catch (IOException closed) {
            LOG.debug("the listener was closed already", closed);
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        }
        closeServerSocketGraceful();
    }

    /** Connects to the listener, so that the thread that accepts looks up. */
    private static void wake(ServerSocketChannel listener) throws IOException {
        if (listener.getLocalAddress() instanceof InetSocketAddress bound) {
            InetAddress host =
                    bound.getAddress().isAnyLocalAddress() ? InetAddress.getLoopbackAddress() : bound.getAddress();
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress(host, bound.getPort()), WAKE_MILLIS);
            }
        }
    }

    @Override
    protected SocketChannel serverSocketAccept() throws Exception {
        SocketChannel accepted = super.serverSocketAccept();
        if (!ending || !(getServerSocket() instanceof ServerSocketChannel listener)) {
            return accepted;
        }
        serve(accepted);
        try (listener) {
            listener.configureBlocking(false);
            for (SocketChannel next = listener.accept(); next != null; next = listener.accept()) {
                serve(next);
            }
        }
        drained.countDown();
        stopped.await();
        // One that the caller drops.
        return SocketChannel.open();
    }

    @Override
    protected boolean setSocketOptions(SocketChannel accepted) {
        ConnectionShare bound = share;
        if (bound == null
                || getConnectionCount() <= ConnectionShare.of(getMaxConnections())
                || !bound.isExceeded(accepted, connections.keySet(), getMaxConnections())) {
            return super.setSocketOptions(accepted);
        }
        countDownConnection();
        bound.refuse(accepted);
        return true;
    }

    private void serve(SocketChannel accepted) {
        if (!setSocketOptions(accepted)) {
            closeSocket(accepted);
        }
    }

    /** The thread that accepts has been told to stop. */
    @Override
    protected void unlockAccept() {
        if (ending) {
            stopped.countDown();
        } else {
            super.unlockAccept();
        }
    }
}
