package dev.quarry.web;

import dev.quarry.storage.BlockStorage;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;
import org.springframework.stereotype.Component;
import org.springframework.util.MimeType;

/**
 * The storage and its arenas, for operators: reading always, changing where {@code quarry.management.changes} allows it.
 * Counts begin at the last reset here; metrics are not reset.
 */
@Component
@WebEndpoint(id = "arenas")
final class ArenasEndpoint {

    private static final MimeType PROBLEM = MimeType.valueOf(ProblemWriter.MEDIA_TYPE);
    private static final int NO_CONTENT = 204;
    private static final int BAD_REQUEST = 400;
    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;

    private final BlockStorage storage;
    private final ManagementSettings settings;

    ArenasEndpoint(BlockStorage storage, ManagementSettings settings) {
        this.storage = storage;
        this.settings = settings;
    }

    /** One consistent picture, per arena and in total, and the limits in force. */
    @ReadOperation
    public ArenasReport arenas() {
        return ArenasReport.of(storage);
    }

    /** The picture of one arena. */
    @ReadOperation
    public WebEndpointResponse<Object> arena(@Selector String index) {
        return storage.statsSinceReset().arenas().stream()
                .filter(arena -> Integer.toString(arena.index()).equals(index))
                .findFirst()
                .map(arena -> new WebEndpointResponse<Object>(arena))
                .orElseGet(() -> problem(
                        NOT_FOUND,
                        "there is no arena %s; there are 0 to %d"
                                .formatted(index, storage.settings().arenas() - 1)));
    }

    /** Changes limits for blocks taken from now on; those not named stay as they are. */
    @WriteOperation
    public WebEndpointResponse<Object> configure(
            @Nullable String blockSize, @Nullable String alignment, @Nullable String blocksMax) {
        return change(() -> {
            storage.configure(new LimitsChange(blockSize, alignment, blocksMax).applyTo(storage.limits()));
            return new WebEndpointResponse<>(ArenasReport.of(storage));
        });
    }

    /**
     * Clears {@code cache}, down to {@code blocks} idle blocks in all arenas together, none unless said otherwise; or
     * {@code counts}, so that they begin at zero here.
     */
    @DeleteOperation
    public WebEndpointResponse<Object> clear(@Selector String what, @Nullable String blocks) {
        return change(() -> {
            switch (what) {
                case "cache" -> storage.clearCache(blocks == null ? 0 : LimitsChange.wholeNumber("blocks", blocks));
                case "counts" -> storage.resetStats();
                default -> {
                    return problem(NOT_FOUND, "there is no \"" + what + "\" to clear; there are cache and counts");
                }
            }
            return new WebEndpointResponse<>(NO_CONTENT);
        });
    }

    private WebEndpointResponse<Object> change(Change change) {
        if (!settings.changes()) {
            return problem(FORBIDDEN, "changes are not allowed here; quarry.management.changes=true would allow them");
        }
        try {
            return change.apply();
        } catch (IllegalArgumentException e) {
            return problem(BAD_REQUEST, String.valueOf(e.getMessage()));
        }
    }

    private static WebEndpointResponse<Object> problem(int status, String detail) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("type", "about:blank");
        members.put("status", status);
        members.put("detail", detail);
        return new WebEndpointResponse<>(members, status, PROBLEM);
    }

    /** What a request wants to be done. */
    @FunctionalInterface
    private interface Change {
        WebEndpointResponse<Object> apply();
    }
}
