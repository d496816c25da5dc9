package dev.quarry.engine.os;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.quarry.engine.os.TcpConnections.State;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@EnabledOnOs(OS.LINUX)
class TcpConnectionsTest {

    private static State state(TcpConnections connections, SocketChannel accepted) {
        try {
            return connections.state(
                    (InetSocketAddress) accepted.getLocalAddress(), (InetSocketAddress) accepted.getRemoteAddress());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static ServerSocketChannel listen(String host) throws IOException {
        return ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getByName(host), 0));
    }

    private static Socket connect(ServerSocketChannel listener) throws IOException {
        InetSocketAddress address = (InetSocketAddress) listener.getLocalAddress();
        return new Socket(address.getAddress(), address.getPort());
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "::1"})
    void state_clientThatSendsAndLeaves_isSeenWithoutReading(String host) throws Exception {
        TcpConnections connections = TcpConnections.load();
        try (ServerSocketChannel listener = listen(host);
                Socket client = connect(listener);
                SocketChannel accepted = listener.accept()) {
            client.getOutputStream().write(new byte[100]);
            assertThat(state(connections, accepted)).isEqualTo(State.OPEN);
            client.shutdownOutput();
            await().until(() -> state(connections, accepted) == State.ENDED);
            client.close();
            assertThat(state(connections, accepted)).isEqualTo(State.ENDED);
            // Nobody is there to take this.
            accepted.write(ByteBuffer.wrap(new byte[1]));
            await().until(() -> state(connections, accepted) == State.GONE);
        }
    }

    @Test
    void state_clientThatResets_isGone() throws Exception {
        TcpConnections connections = TcpConnections.load();
        try (ServerSocketChannel listener = listen("127.0.0.1");
                Socket client = connect(listener);
                SocketChannel accepted = listener.accept()) {
            client.getOutputStream().write(new byte[100]);
            client.setOption(StandardSocketOptions.SO_LINGER, 0);
            client.close();
            await().until(() -> state(connections, accepted) == State.GONE);
        }
    }
}
