package dev.quarry.codec.jpeg;

import dev.quarry.codec.ByteRange;
import dev.quarry.image.ColorModel;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * A JPEG with nothing but what its pixels need, as pieces of the source: no thumbnail, profile or comment ever reaches the
 * platform's reader, which fails on broken ones. A marker that leaves no doubt about the colours stands first, an end
 * marker last.
 */
final class JpegEssence {

    private static final byte[] START = {(byte) 0xFF, (byte) 0xD8};
    private static final byte[] END = {(byte) 0xFF, (byte) 0xD9};
    private static final byte[] JFIF = {
        (byte) 0xFF, (byte) 0xE0, 0, 16, 'J', 'F', 'I', 'F', 0, 1, 1, 0, 0, 1, 0, 1, 0, 0
    };
    private static final byte[] ADOBE = {(byte) 0xFF, (byte) 0xEE, 0, 14, 'A', 'd', 'o', 'b', 'e', 0, 100, 0, 0, 0, 0, 0
    };
    private static final int YCCK = 2;

    private JpegEssence() {}

    /** Whether four components are luma, chroma and black: by libjpeg's rule, each Adobe transform but 0. */
    static boolean isYcck(JpegStructure structure) {
        return structure.model() == ColorModel.CMYK && structure.adobeTransform() > 0;
    }

    /** The pieces of the file, in order. */
    static List<MemorySegment> of(MemorySegment source, JpegStructure structure, boolean marked) {
        List<MemorySegment> pieces = new ArrayList<>();
        pieces.add(MemorySegment.ofArray(START));
        switch (structure.model()) {
            case YCBCR -> pieces.add(MemorySegment.ofArray(JFIF));
            case RGB -> pieces.add(adobe(0));
            case CMYK -> pieces.add(adobe(isYcck(structure) ? YCCK : 0));
            case GRAY, GRAY_ALPHA, RGBA -> {}
        }
        for (ByteRange segment : structure.coding()) {
            pieces.add(source.asSlice(segment.offset(), segment.length()));
        }
        pieces.add(source.asSlice(structure.scanOffset()));
        if (!marked) {
            pieces.add(MemorySegment.ofArray(END));
        }
        return pieces;
    }

    private static MemorySegment adobe(int transform) {
        byte[] marker = ADOBE.clone();
        marker[marker.length - 1] = (byte) transform;
        return MemorySegment.ofArray(marker);
    }
}
