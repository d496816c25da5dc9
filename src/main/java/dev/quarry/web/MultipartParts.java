package dev.quarry.web;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.apache.commons.fileupload2.core.FileUploadSizeException;
import org.apache.commons.fileupload2.core.MultipartInput;
import org.apache.commons.fileupload2.jakarta.servlet6.JakartaServletFileUpload;
import org.jspecify.annotations.Nullable;

/** The parts of a multipart body, one after the other, straight from the connection. Used by one thread. */
final class MultipartParts {

    /**
     * The most bytes of one part's header lines. The library's iterator allows 512, which a browser's file name can exceed:
     * 255 bytes of UTF-8 are 765 when percent-encoded, and may be sent twice.
     */
    static final int MOST_HEADER_BYTES = 8 << 10;

    private final JakartaServletFileUpload<?, ?> headers = new JakartaServletFileUpload<>();
    private final MultipartInput input;
    private boolean begun;

    private MultipartParts(byte[] boundary, InputStream body) throws IOException {
        input = MultipartInput.builder()
                .setInputStream(body)
                .setBoundary(boundary)
                .setPartHeaderSizeMax(MOST_HEADER_BYTES)
                .get();
        input.setHeaderCharset(StandardCharsets.UTF_8);
    }

    /**
     * A part.
     *
     * @param name of its field, null where it has none
     * @param content to be read before the next part is asked for; what is left then is skipped
     */
    record Part(@Nullable String name, InputStream content) {}

    /** The parts of {@code body}, whose boundary the content type of {@code request} names. */
    static MultipartParts of(HttpServletRequest request, InputStream body) throws IOException {
        byte[] boundary = new JakartaServletFileUpload<>().getBoundary(String.valueOf(request.getContentType()));
        if (boundary == null) {
            throw RequestException.malformedMultipart("the content type names no boundary");
        }
        return new MultipartParts(boundary, body);
    }

    /**
     * The next part; null when there is none.
     *
     * @throws dev.quarry.error.ServiceException when its header is too long
     * @throws IOException when the body cannot be read as parts
     */
    @Nullable
    Part next() throws IOException {
        boolean found;
        if (begun) {
            input.discardBodyData();
            found = input.readBoundary();
        } else {
            begun = true;
            found = input.skipPreamble();
        }
        if (!found) {
            return null;
        }
        String lines;
        try {
            lines = input.readHeaders();
        } catch (FileUploadSizeException tooLong) {
            throw RequestException.partHeaderTooLarge(MOST_HEADER_BYTES);
        }
        return new Part(headers.getFieldName(headers.getParsedHeaders(lines)), input.newInputStream());
    }
}
