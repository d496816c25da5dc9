package dev.quarry.web;

import dev.quarry.storage.BlockStorage;
import dev.quarry.storage.StorageStats;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.stereotype.Component;

/** The storage and its arenas, for operators. */
@Component
@Endpoint(id = "arenas")
final class ArenasEndpoint {

    private final BlockStorage storage;

    ArenasEndpoint(BlockStorage storage) {
        this.storage = storage;
    }

    /** One consistent picture, per arena and in total. */
    @ReadOperation
    public StorageStats arenas() {
        return storage.stats();
    }
}
