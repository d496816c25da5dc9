package dev.quarry.web;

import jakarta.servlet.http.HttpServletRequest;
import java.io.InputStream;
import org.apache.commons.fileupload2.core.RequestContext;
import org.jspecify.annotations.Nullable;

/**
 * A multipart body as the parser sees it, with the guard in between.
 *
 * @param request whose content type names the boundary
 * @param body its bytes
 */
record GuardedParts(HttpServletRequest request, GuardedBody body) implements RequestContext {

    @Override
    public @Nullable String getCharacterEncoding() {
        return request.getCharacterEncoding();
    }

    @Override
    public long getContentLength() {
        return body.declaredBytes();
    }

    @Override
    public String getContentType() {
        return String.valueOf(request.getContentType());
    }

    @Override
    public InputStream getInputStream() {
        return body;
    }

    @Override
    public boolean isMultipartRelated() {
        return false;
    }
}
