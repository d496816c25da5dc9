package dev.quarry.web;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** An HTTP answer read from a socket by hand. */
record RawAnswer(int status, String head, String body) {

    /** Reads one answer, an interim one as well. */
    static RawAnswer read(InputStream in) throws IOException {
        String head = readHead(in);
        int status = Integer.parseInt(head.substring(9, 12));
        int length = head.toLowerCase(Locale.ROOT)
                .lines()
                .filter(line -> line.startsWith("content-length:"))
                .map(line -> line.substring("content-length:".length()).strip())
                .mapToInt(Integer::parseInt)
                .findFirst()
                .orElse(0);
        return new RawAnswer(status, head, new String(in.readNBytes(length), StandardCharsets.UTF_8));
    }

    private static String readHead(InputStream in) throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        while (!head.toString(StandardCharsets.US_ASCII).endsWith("\r\n\r\n")) {
            int next = in.read();
            if (next < 0) {
                throw new IOException("the connection ended within the head: " + head);
            }
            head.write(next);
        }
        return head.toString(StandardCharsets.US_ASCII);
    }
}
