package dev.quarry.engine.os;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * What Linux knows about TCP connections, by its socket diagnosis (sock_diag(7)): whether the other side has gone can be
 * seen there without reading what it has sent. A question takes some microseconds. Safe for use by several threads at once.
 */
public final class TcpConnections {

    /** How a connection is. */
    public enum State {
        /** Open both ways, as far as is known. */
        OPEN,
        /** The other side has closed, or only its sending side. */
        ENDED,
        /** Reset by the other side. */
        GONE
    }

    private static final int AF_INET = 2;
    private static final int AF_INET6 = 10;
    private static final int AF_NETLINK = 16;
    private static final int SOCK_DGRAM_CLOEXEC = 2 | 0x80000;
    private static final int NETLINK_SOCK_DIAG = 4;
    private static final int DO_NOT_WAIT = 0x40;

    // struct nlmsghdr, then struct inet_diag_req_v2; the answer has the state in its second byte.
    private static final int HEADER_BYTES = 16;
    private static final int QUESTION_BYTES = HEADER_BYTES + 56;
    private static final int ANSWER_BYTES = 512;
    private static final short BY_FAMILY = 20;
    private static final short REQUEST = 1;
    private static final int TYPE_AT = 4;
    private static final int ERROR_AT = HEADER_BYTES;
    private static final int STATE_AT = HEADER_BYTES + 1;
    private static final int ADDRESS_BYTES = 16;
    private static final int NOT_FOUND = -2;
    private static final byte TCP = 6;
    private static final int ALL_STATES = -1;
    private static final long ANY_COOKIE = -1;
    private static final int ESTABLISHED = 1;
    private static final int CLOSE_WAIT = 8;

    private final MethodHandle send;
    private final MethodHandle receive;
    private final int socket;
    private final byte[] answer = new byte[ANSWER_BYTES];

    private TcpConnections(MethodHandle send, MethodHandle receive, int socket) {
        this.send = send;
        this.receive = receive;
        this.socket = socket;
    }

    /**
     * Opens the kernel's socket, which stays open as long as the process.
     *
     * @throws ThreadPriority.UnavailableException when this is not Linux, or it does not allow that, with the reason
     */
    public static TcpConnections load() throws ThreadPriority.UnavailableException {
        String system = System.getProperty("os.name");
        if (!system.equals("Linux")) {
            throw new ThreadPriority.UnavailableException("connections can be asked for on Linux only");
        }
        try {
            Linker linker = Linker.nativeLinker();
            MethodHandle open = link(linker, "socket", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT));
            FunctionDescriptor transfer = FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT);
            Linker.Option onHeap = Linker.Option.critical(true);
            int socket = (int) call(open, AF_NETLINK, SOCK_DGRAM_CLOEXEC, NETLINK_SOCK_DIAG);
            if (socket < 0) {
                throw new ThreadPriority.UnavailableException("the system allows no socket for its diagnosis");
            }
            return new TcpConnections(
                    link(linker, "send", transfer, onHeap), link(linker, "recv", transfer, onHeap), socket);
        } catch (UnsupportedOperationException | IllegalCallerException e) {
            throw new ThreadPriority.UnavailableException("the JVM has no native linker for us: " + e.getMessage());
        }
    }

    private static MethodHandle link(Linker linker, String name, FunctionDescriptor shape, Linker.Option... options)
            throws ThreadPriority.UnavailableException {
        MemorySegment address = linker.defaultLookup()
                .find(name)
                .orElseThrow(() -> new ThreadPriority.UnavailableException("the C library has no " + name));
        return linker.downcallHandle(address, shape, options);
    }

    private static Object call(MethodHandle function, Object... arguments) {
        try {
            return function.invokeWithArguments(arguments);
        } catch (Throwable e) {
            throw new AssertionError("system calls report failure by their result", e);
        }
    }

    /** The state of a connection of this process; {@link State#OPEN} when the kernel does not answer. */
    public synchronized State state(InetSocketAddress local, InetSocketAddress remote) {
        byte[] question = question(local, remote);
        if (transfer(send, question) != question.length) {
            return State.OPEN;
        }
        long length = transfer(receive, answer);
        if (length <= STATE_AT) {
            return State.OPEN;
        }
        ByteBuffer fields = ByteBuffer.wrap(answer).order(ByteOrder.nativeOrder());
        if (fields.getShort(TYPE_AT) != BY_FAMILY) {
            return fields.getInt(ERROR_AT) == NOT_FOUND ? State.GONE : State.OPEN;
        }
        // Where there is no such connection any more, the listener that made it answers in its place.
        return switch (fields.get(STATE_AT)) {
            case ESTABLISHED -> State.OPEN;
            case CLOSE_WAIT -> State.ENDED;
            default -> State.GONE;
        };
    }

    private long transfer(MethodHandle function, byte[] bytes) {
        try {
            return (long) function.invokeExact(socket, MemorySegment.ofArray(bytes), (long) bytes.length, DO_NOT_WAIT);
        } catch (Throwable e) {
            throw new AssertionError("system calls report failure by their result", e);
        }
    }

    private static byte[] question(InetSocketAddress local, InetSocketAddress remote) {
        ByteBuffer question = ByteBuffer.allocate(QUESTION_BYTES).order(ByteOrder.nativeOrder());
        question.putInt(QUESTION_BYTES).putShort(BY_FAMILY).putShort(REQUEST).putLong(0);
        boolean isShort = remote.getAddress().getAddress().length == 4;
        question.put((byte) (isShort ? AF_INET : AF_INET6)).put(TCP).putShort((short) 0);
        question.putInt(ALL_STATES);
        question.order(ByteOrder.BIG_ENDIAN).putShort((short) local.getPort()).putShort((short) remote.getPort());
        putAddress(question, local);
        putAddress(question, remote);
        return question.putInt(0).putLong(ANY_COOKIE).array();
    }

    private static void putAddress(ByteBuffer question, InetSocketAddress end) {
        int next = question.position() + ADDRESS_BYTES;
        question.put(end.getAddress().getAddress()).position(next);
    }
}
