package dev.quarry.web;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.quarry.storage.BlockStorage;
import dev.quarry.storage.StorageLimits;
import dev.quarry.storage.StorageStats;
import java.util.Locale;

/**
 * The storage as an operator sees it.
 *
 * @param provider where its memory comes from
 * @param limits what holds for new blocks
 * @param stats what is in use, and counts since the last reset
 */
record ArenasReport(
        String provider,
        StorageLimits limits,
        @JsonUnwrapped StorageStats stats) {

    static ArenasReport of(BlockStorage storage) {
        return new ArenasReport(
                storage.provider().name().toLowerCase(Locale.ROOT), storage.limits(), storage.statsSinceReset());
    }
}
