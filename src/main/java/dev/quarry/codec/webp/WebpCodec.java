package dev.quarry.codec.webp;

import dev.quarry.codec.CodecAvailability;
import dev.quarry.codec.Decoder;
import dev.quarry.codec.Encoder;
import dev.quarry.codec.ImageFormat;
import dev.quarry.codec.ffi.NativeBinding;
import java.util.List;

/**
 * What reads and writes WebP here: libwebp where it is; a plug-in of the Java platform always, which only reads.
 *
 * @param decoders best first
 * @param encoders empty where libwebp is missing
 * @param availability whether libwebp is there, and why not
 */
public record WebpCodec(List<Decoder> decoders, List<Encoder> encoders, CodecAvailability availability) {

    private static final String LIBRARY = "libwebp";
    private static final List<ImageFormat> FORMATS = List.of(ImageFormat.WEBP);

    /** Loads the library. */
    public static WebpCodec load() {
        return switch (LibWebp.load()) {
            case NativeBinding.Bound<LibWebp>(LibWebp webp) -> {
                WebpRange range = new WebpRange();
                yield new WebpCodec(
                        List.of(new LibWebpDecoder(webp, range), new PlatformWebpDecoder()),
                        List.of(new LibWebpEncoder(webp, range)),
                        new CodecAvailability(LIBRARY, FORMATS, webp.library().version(), null));
            }
            case NativeBinding.Unbound<LibWebp>(String reason) ->
                platform(reason + "; on Debian: apt-get install " + LibWebp.DEBIAN_PACKAGE);
        };
    }

    /** Leaves the library alone. */
    public static WebpCodec switchedOff() {
        return platform("switched off by quarry.codec.native");
    }

    private static WebpCodec platform(String problem) {
        return new WebpCodec(
                List.of(new PlatformWebpDecoder()), List.of(), new CodecAvailability(LIBRARY, FORMATS, null, problem));
    }
}
