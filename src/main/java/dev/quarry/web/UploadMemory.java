package dev.quarry.web;

import dev.quarry.engine.TransformEngine;
import dev.quarry.engine.UploadShare;
import dev.quarry.storage.BlockStorage;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * Where uploads go.
 *
 * @param storage whose memory they take
 * @param share how much of it they may hold together
 * @param maxBytes the largest body
 */
@Component
record UploadMemory(BlockStorage storage, UploadShare share, long maxBytes) {

    /** The memory of this process. */
    @Autowired
    UploadMemory(BlockStorage storage, TransformEngine engine, LimitSettings limits) {
        this(storage, engine.uploads(), limits.body().toBytes());
    }
}
