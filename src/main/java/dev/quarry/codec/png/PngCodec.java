package dev.quarry.codec.png;

import dev.quarry.codec.CodecAvailability;
import dev.quarry.codec.CodecLibrary;
import dev.quarry.codec.Decoder;
import dev.quarry.codec.Encoder;
import dev.quarry.codec.ImageFormat;
import dev.quarry.codec.ffi.NativeBinding;
import java.util.List;

/**
 * What reads and writes PNG here, best first: with ISA-L and libdeflate where they are, with the Java platform's zlib
 * always.
 *
 * @param decoders best first
 * @param encoders best first
 * @param libraries whether the libraries are there, and why not
 */
public record PngCodec(List<Decoder> decoders, List<Encoder> encoders, List<CodecAvailability> libraries) {

    /** The fallback's library. */
    static final CodecLibrary JAVA =
            new CodecLibrary("java.util.zip", Runtime.version().toString());

    private static final List<ImageFormat> FORMATS = List.of(ImageFormat.PNG);

    /** Copies the lists. */
    public PngCodec {
        decoders = List.copyOf(decoders);
        encoders = List.copyOf(encoders);
        libraries = List.copyOf(libraries);
    }

    /** Loads the libraries. */
    public static PngCodec load() {
        Decoder decoder = new PngDecoder(new PlatformInflation());
        Encoder encoder = new PngEncoder(new PlatformDeflation());
        NativeBinding<LibIsal> isal = LibIsal.load();
        NativeBinding<LibDeflate> deflate = LibDeflate.load();
        return new PngCodec(
                switch (isal) {
                    case NativeBinding.Bound<LibIsal>(LibIsal library) ->
                        List.of(new PngDecoder(new IsalInflation(library)), decoder);
                    case NativeBinding.Unbound<LibIsal> ignored -> List.of(decoder);
                },
                switch (deflate) {
                    case NativeBinding.Bound<LibDeflate>(LibDeflate library) ->
                        List.of(new PngEncoder(new LibDeflation(library)), encoder);
                    case NativeBinding.Unbound<LibDeflate> ignored -> List.of(encoder);
                },
                List.of(inflating(isal), deflating(deflate)));
    }

    private static CodecAvailability inflating(NativeBinding<LibIsal> isal) {
        return switch (isal) {
            case NativeBinding.Bound<LibIsal>(LibIsal library) -> present(library.library());
            case NativeBinding.Unbound<LibIsal>(String reason) -> missing(LibIsal.NAME, reason, LibIsal.DEBIAN_PACKAGE);
        };
    }

    private static CodecAvailability deflating(NativeBinding<LibDeflate> deflate) {
        return switch (deflate) {
            case NativeBinding.Bound<LibDeflate>(LibDeflate library) -> present(library.library());
            case NativeBinding.Unbound<LibDeflate>(String reason) ->
                missing(LibDeflate.NAME, reason, LibDeflate.DEBIAN_PACKAGE);
        };
    }

    private static CodecAvailability present(CodecLibrary library) {
        return new CodecAvailability(library.name(), FORMATS, library.version(), null);
    }

    private static CodecAvailability missing(String library, String reason, String debianPackage) {
        return new CodecAvailability(library, FORMATS, null, reason + "; on Debian: apt-get install " + debianPackage);
    }

    /** Leaves the libraries alone. */
    public static PngCodec switchedOff() {
        String problem = "switched off by quarry.codec.native";
        return new PngCodec(
                List.of(new PngDecoder(new PlatformInflation())),
                List.of(new PngEncoder(new PlatformDeflation())),
                List.of(
                        new CodecAvailability(LibIsal.NAME, FORMATS, null, problem),
                        new CodecAvailability(LibDeflate.NAME, FORMATS, null, problem)));
    }
}
