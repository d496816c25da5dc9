package dev.quarry.pipeline;

import org.jspecify.annotations.Nullable;

/** Reads requests in both forms, the JSON pipeline and the query's short form. Safe for use by several threads at once. */
public final class PipelineParser {

    /**
     * Reads a request.
     *
     * @param rawQuery the undecoded query string, null where absent
     * @param json the text of the {@code pipeline} part, null where absent
     */
    public PipelineRequest parse(@Nullable String rawQuery, @Nullable String json) {
        throw new IllegalStateException("not written yet " + rawQuery + json);
    }
}
