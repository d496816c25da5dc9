package dev.quarry.codec.jpeg;

import dev.quarry.codec.ImageHeader;
import dev.quarry.image.ChromaSubsampling;
import dev.quarry.image.ColorModel;
import java.util.OptionalInt;

/** The subsamplings that libturbojpeg's plane functions take. */
final class TurboSubsampling {

    private TurboSubsampling() {}

    /** The library's number, empty where it has none. */
    static OptionalInt of(ChromaSubsampling subsampling) {
        return switch (subsampling) {
            case S444 -> OptionalInt.of(LibTurboJpeg.SUBSAMPLING_444);
            case S422 -> OptionalInt.of(LibTurboJpeg.SUBSAMPLING_422);
            case S420 -> OptionalInt.of(LibTurboJpeg.SUBSAMPLING_420);
            case S440 -> OptionalInt.of(LibTurboJpeg.SUBSAMPLING_440);
            case S411 -> OptionalInt.of(LibTurboJpeg.SUBSAMPLING_411);
            case S441 -> OptionalInt.empty();
        };
    }

    /** The library's number for a picture that can be decoded into planes as stored, empty for others. */
    static OptionalInt of(ImageHeader header) {
        if (header.model() == ColorModel.GRAY) {
            return OptionalInt.of(LibTurboJpeg.SUBSAMPLING_GRAY);
        }
        ChromaSubsampling subsampling = header.subsampling();
        return header.model() == ColorModel.YCBCR && subsampling != null ? of(subsampling) : OptionalInt.empty();
    }
}
