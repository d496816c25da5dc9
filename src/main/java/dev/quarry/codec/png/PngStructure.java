package dev.quarry.codec.png;

import dev.quarry.codec.ByteRange;
import org.jspecify.annotations.Nullable;

/**
 * The chunks of a PNG up to its first image data.
 *
 * @param layout from IHDR and tRNS
 * @param palette PLTE's data, null where absent
 * @param transparency tRNS's data, null where absent or not applicable
 * @param profile iCCP's data, null where absent
 * @param exif eXIf's data, null where absent
 * @param frames acTL's number of frames, 1 where absent
 */
record PngStructure(
        PngLayout layout,
        @Nullable ByteRange palette,
        @Nullable ByteRange transparency,
        @Nullable ByteRange profile,
        @Nullable ByteRange exif,
        int frames) {}
