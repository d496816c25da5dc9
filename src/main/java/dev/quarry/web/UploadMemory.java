package dev.quarry.web;

import dev.quarry.engine.ClientConnection;
import dev.quarry.engine.TransformEngine;
import dev.quarry.engine.UploadShare;
import dev.quarry.storage.BlockStorage;
import jakarta.servlet.ServletRequest;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * Where uploads go.
 *
 * @param storage whose memory they take
 * @param share how much of it they may hold together
 * @param maxBytes the largest body
 * @param unread the view of connections whose body waits
 */
@Component
record UploadMemory(BlockStorage storage, UploadShare share, long maxBytes, UnreadConnections unread) {

    /** The memory of this process. */
    @Autowired
    UploadMemory(BlockStorage storage, TransformEngine engine, LimitSettings limits, UnreadConnections unread) {
        this(storage, engine.uploads(), limits.body().toBytes(), unread);
    }

    /** The connection of a request whose body waits, unread. */
    ClientConnection connection(ServletRequest request) {
        return unread.of(request);
    }
}
