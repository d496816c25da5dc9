package dev.quarry.load;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.StringReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;

/**
 * A client with a source address of its own that misbehaves. It speaks through plain sockets, since no HTTP client would do
 * any of this. Used by one thread at a time.
 */
final class HostileClient {

    /** What a visit gives when the service said nothing, or the client did not stay to hear it. */
    static final int NO_ANSWER = 0;

    private static final int SLOW_STEP_BYTES = 256;
    private static final long SLOW_STEP_MILLIS = 250;
    private static final int TINY_WINDOW_BYTES = 4 << 10;
    private static final int ANSWER_TIMEOUT_MILLIS = 60_000;

    private final InetSocketAddress server;
    private final InetAddress source;
    private final Bodies bodies;
    private final Duration patience;

    /**
     * A client.
     *
     * @param server where the service listens
     * @param source the client's own address, such as 127.0.0.9
     * @param patience how long it keeps what is slow going
     */
    HostileClient(InetSocketAddress server, InetAddress source, Bodies bodies, Duration patience) {
        this.server = server;
        this.source = source;
        this.bodies = bodies;
        this.patience = patience;
    }

    /**
     * What is posted.
     *
     * @param picture a good JPEG
     * @param claim claims too many pixels
     * @param bomb has very many pixels
     * @param garbage is no picture
     */
    record Bodies(byte[] picture, byte[] claim, byte[] bomb, byte[] garbage) {

        /** The usual ones, around a good picture. */
        static Bodies around(byte[] picture) {
            return new Bodies(
                    picture,
                    LoadPictures.claim(60_000, 60_000),
                    LoadPictures.bomb(9_000, 9_000),
                    LoadPictures.garbage(256 << 10, 1));
        }
    }

    /** Does its worst once: the status that it was answered with, or {@link #NO_ANSWER}. */
    int visit(Hostility kind) throws IOException, InterruptedException {
        return switch (kind) {
            case CLAIM -> post("resize=100x", bodies.claim());
            case BOMB -> post("resize=100x", bodies.bomb());
            case GARBAGE_BODY -> post("resize=100x", bodies.garbage());
            case TRUNCATED -> post("resize=100x", Arrays.copyOf(bodies.picture(), bodies.picture().length / 2));
            case GARBAGE_BYTES -> sendGarbage();
            case CUT_UPLOAD -> cutUpload();
            case ABANDONED -> abandon();
            case SLOW_UPLOAD -> uploadSlowly();
            case SLOW_READER -> readSlowly();
            case HALF_HEAD -> beginOnly();
        };
    }

    private Socket connect() throws IOException {
        return connect(0);
    }

    private Socket connect(int receiveBytes) throws IOException {
        Socket socket = new Socket();
        if (receiveBytes > 0) {
            socket.setReceiveBufferSize(receiveBytes);
        }
        socket.setSoTimeout(ANSWER_TIMEOUT_MILLIS);
        socket.bind(new InetSocketAddress(source, 0));
        socket.connect(server);
        return socket;
    }

    private static byte[] head(String query, long length) {
        String head = "POST /v1/transform?" + query
                + " HTTP/1.1\r\nHost: hostile\r\nConnection: close\r\nContent-Length: " + length + "\r\n\r\n";
        return head.getBytes(StandardCharsets.US_ASCII);
    }

    private int post(String query, byte[] body) throws IOException {
        try (Socket socket = connect()) {
            OutputStream out = socket.getOutputStream();
            out.write(head(query, body.length));
            out.write(body);
            return status(socket);
        }
    }

    private int sendGarbage() throws IOException {
        try (Socket socket = connect()) {
            socket.getOutputStream().write(bodies.garbage(), 0, 1 << 10);
            socket.getOutputStream().write("\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            return status(socket);
        } catch (IOException cut) {
            // A service may cut such a connection without a word.
            return NO_ANSWER;
        }
    }

    private int cutUpload() throws IOException {
        byte[] body = bodies.picture();
        try (Socket socket = connect()) {
            socket.getOutputStream().write(head("resize=100x", body.length));
            socket.getOutputStream().write(body, 0, body.length / 3);
        }
        return NO_ANSWER;
    }

    private int abandon() throws IOException {
        byte[] body = bodies.picture();
        try (Socket socket = connect()) {
            socket.getOutputStream().write(head("rotate=10&format=png", body.length));
            socket.getOutputStream().write(body);
            socket.setSoLinger(true, 0);
        }
        return NO_ANSWER;
    }

    private int uploadSlowly() throws IOException, InterruptedException {
        byte[] body = bodies.picture();
        long end = System.nanoTime() + patience.toNanos();
        try (Socket socket = connect()) {
            OutputStream out = socket.getOutputStream();
            out.write(head("resize=100x", body.length));
            int sent = 0;
            while (System.nanoTime() < end && sent < body.length && !hasAnswer(socket)) {
                int step = Math.min(SLOW_STEP_BYTES, body.length - sent);
                out.write(body, sent, step);
                sent += step;
                Thread.sleep(SLOW_STEP_MILLIS);
            }
            return hasAnswer(socket) ? status(socket) : NO_ANSWER;
        }
    }

    /** Whether the answer has begun; what only says that the body may come is passed over. */
    private static boolean hasAnswer(Socket socket) throws IOException {
        return socket.getInputStream().available() > "HTTP/1.1 100 \r\n\r\n".length();
    }

    private int readSlowly() throws IOException, InterruptedException {
        byte[] body = bodies.picture();
        long end = System.nanoTime() + patience.toNanos();
        try (Socket socket = connect(TINY_WINDOW_BYTES)) {
            OutputStream out = socket.getOutputStream();
            out.write(head("format=png&compression=1", body.length));
            out.write(body);
            InputStream in = socket.getInputStream();
            byte[] some = new byte[SLOW_STEP_BYTES];
            int read = in.read(some);
            String start = new String(some, 0, Math.max(0, read), StandardCharsets.ISO_8859_1);
            while (read > 0 && System.nanoTime() < end) {
                Thread.sleep(SLOW_STEP_MILLIS);
                read = in.read(some);
            }
            return finalStatus(new BufferedReader(new StringReader(start)));
        }
    }

    private int beginOnly() throws IOException, InterruptedException {
        try (Socket socket = connect()) {
            socket.getOutputStream().write("POST /v1/trans".getBytes(StandardCharsets.US_ASCII));
            Thread.sleep(patience);
        }
        return NO_ANSWER;
    }

    private static int status(Socket socket) throws IOException {
        try {
            return finalStatus(new BufferedReader(
                    new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1), 512));
        } catch (SocketTimeoutException silence) {
            throw new IOException("no answer within " + ANSWER_TIMEOUT_MILLIS + " ms", silence);
        }
    }

    /** The status that is not interim. */
    private static int finalStatus(BufferedReader answer) throws IOException {
        for (String line = answer.readLine(); line != null; line = answer.readLine()) {
            if (line.startsWith("HTTP/1.1 ") && !line.startsWith("HTTP/1.1 1")) {
                return Integer.parseInt(line.substring(9, 12));
            }
        }
        return NO_ANSWER;
    }
}
