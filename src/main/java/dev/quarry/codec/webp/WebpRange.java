package dev.quarry.codec.webp;

import dev.quarry.codec.CodecContext;
import dev.quarry.image.Plane;
import java.util.List;

/**
 * The two ranges of Rec. 601 samples: WebP's luma spans 16 to 235 and its chroma 16 to 240 about 128 (RFC 6386, section
 * 9.2; ITU-R BT.601), ours is JPEG's full range. Each direction is a table for each kind of plane, rounded half up and
 * clamped; limited → full → limited gives every sample of the limited range back.
 */
final class WebpRange {

    private static final int BLACK = 16;
    private static final int LUMA_SPAN = 219;
    private static final int CHROMA_SPAN = 224;
    private static final int FULL_SPAN = 255;
    private static final int NO_COLOR = 128;

    private final byte[] lumaToFull = table(LUMA_SPAN, FULL_SPAN, BLACK, 0);
    private final byte[] chromaToFull = table(CHROMA_SPAN, FULL_SPAN, NO_COLOR, NO_COLOR);
    private final byte[] lumaToLimited = table(FULL_SPAN, LUMA_SPAN, 0, BLACK);
    private final byte[] chromaToLimited = table(FULL_SPAN, CHROMA_SPAN, NO_COLOR, NO_COLOR);

    /** {@code to} + (sample − {@code from}) · {@code toSpan} / {@code fromSpan} for every sample. */
    private static byte[] table(int fromSpan, int toSpan, int from, int to) {
        byte[] values = new byte[256];
        for (int sample = 0; sample < values.length; sample++) {
            int rounded = to + Math.floorDiv(2 * (sample - from) * toSpan + fromSpan, 2 * fromSpan);
            values[sample] = (byte) Math.clamp(rounded, 0, 255);
        }
        return values;
    }

    /** Turns luma and two chroma planes of limited range to full range, in place. */
    void toFull(List<Plane> planes, CodecContext context) {
        map(planes.get(0), planes.get(0), lumaToFull, context);
        map(planes.get(1), planes.get(1), chromaToFull, context);
        map(planes.get(2), planes.get(2), chromaToFull, context);
    }

    /** Writes full-range luma as limited range to a plane of equal size. */
    void lumaToLimited(Plane full, Plane limited, CodecContext context) {
        map(full, limited, lumaToLimited, context);
    }

    /** Writes a full-range chroma plane as limited range to one of equal size. */
    void chromaToLimited(Plane full, Plane limited, CodecContext context) {
        map(full, limited, chromaToLimited, context);
    }

    private static void map(Plane source, Plane target, byte[] table, CodecContext context) {
        context.inBands(target.height(), (from, to) -> context.kernels().point().map(source, target, table, from, to));
    }
}
