package dev.quarry.codec.png;

import dev.quarry.codec.CodecAvailability;
import dev.quarry.codec.CodecLibrary;
import dev.quarry.codec.Decoder;
import dev.quarry.codec.Encoder;
import dev.quarry.codec.ImageFormat;
import dev.quarry.codec.ffi.NativeBinding;
import java.util.List;

/**
 * What reads and writes PNG here, best first: libspng where it is, the Java platform's zlib always.
 *
 * @param decoders best first
 * @param encoders best first
 * @param availability whether libspng is there, and why not
 */
public record PngCodec(List<Decoder> decoders, List<Encoder> encoders, CodecAvailability availability) {

    /** The fallback's library. */
    static final CodecLibrary JAVA =
            new CodecLibrary("java.util.zip", Runtime.version().toString());

    private static final String LIBRARY = "libspng";
    private static final List<ImageFormat> FORMATS = List.of(ImageFormat.PNG);

    /** Loads the library. */
    public static PngCodec load() {
        return switch (LibSpng.load()) {
            case NativeBinding.Bound<LibSpng>(LibSpng spng) ->
                new PngCodec(
                        List.of(new SpngDecoder(spng), new ZlibPngDecoder()),
                        List.of(new SpngEncoder(spng), new ZlibPngEncoder()),
                        new CodecAvailability(LIBRARY, FORMATS, spng.library().version(), null));
            case NativeBinding.Unbound<LibSpng>(String reason) ->
                java(reason + "; on Debian: apt-get install " + LibSpng.DEBIAN_PACKAGE);
        };
    }

    /** Leaves the library alone. */
    public static PngCodec switchedOff() {
        return java("switched off by quarry.codec.native");
    }

    private static PngCodec java(String problem) {
        return new PngCodec(
                List.of(new ZlibPngDecoder()),
                List.of(new ZlibPngEncoder()),
                new CodecAvailability(LIBRARY, FORMATS, null, problem));
    }
}
