package dev.quarry.codec.jpeg;

import dev.quarry.codec.CodecAvailability;
import dev.quarry.codec.Decoder;
import dev.quarry.codec.Encoder;
import dev.quarry.codec.ImageFormat;
import dev.quarry.codec.ffi.NativeBinding;
import java.util.List;

/**
 * What reads and writes JPEG here, best first: libturbojpeg where it is, the Java platform always.
 *
 * @param decoders best first
 * @param encoders best first
 * @param availability whether libturbojpeg is there, and why not
 */
public record JpegCodec(List<Decoder> decoders, List<Encoder> encoders, CodecAvailability availability) {

    private static final String LIBRARY = "libturbojpeg";
    private static final List<ImageFormat> FORMATS = List.of(ImageFormat.JPEG);

    /** Loads the library. */
    public static JpegCodec load() {
        return switch (LibTurboJpeg.load()) {
            case NativeBinding.Bound<LibTurboJpeg>(LibTurboJpeg turbo) ->
                new JpegCodec(
                        List.of(new TurboJpegDecoder(turbo), new PlatformJpegDecoder()),
                        List.of(new TurboJpegEncoder(turbo), new PlatformJpegEncoder()),
                        new CodecAvailability(LIBRARY, FORMATS, turbo.library().version(), null));
            case NativeBinding.Unbound<LibTurboJpeg>(String reason) ->
                platform(reason + "; on Debian: apt-get install " + LibTurboJpeg.DEBIAN_PACKAGE);
        };
    }

    /** Leaves the library alone. */
    public static JpegCodec switchedOff() {
        return platform("switched off by quarry.codec.native");
    }

    private static JpegCodec platform(String problem) {
        return new JpegCodec(
                List.of(new PlatformJpegDecoder()),
                List.of(new PlatformJpegEncoder()),
                new CodecAvailability(LIBRARY, FORMATS, null, problem));
    }
}
