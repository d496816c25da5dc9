package dev.quarry.codec;

import dev.quarry.codec.gif.GifDecoder;
import dev.quarry.codec.gif.GifHeaderReader;
import dev.quarry.codec.imageio.BmpDecoder;
import dev.quarry.codec.imageio.BmpHeaderReader;
import dev.quarry.codec.imageio.TiffDecoder;
import dev.quarry.codec.imageio.TiffHeaderReader;
import dev.quarry.codec.jpeg.JpegCodec;
import dev.quarry.codec.jpeg.JpegHeaderReader;
import dev.quarry.codec.png.PngCodec;
import dev.quarry.codec.png.PngHeaderReader;
import dev.quarry.codec.png.PngProfileReader;
import dev.quarry.codec.webp.WebpCodec;
import dev.quarry.codec.webp.WebpHeaderReader;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The decoders and encoders of this process, best first for each format. */
public final class CodecRegistry {

    private final List<Decoder> decoders;
    private final List<Encoder> encoders;
    private final List<CodecAvailability> libraries;

    /** For each format the first entry that can do the work is used. */
    public CodecRegistry(List<Decoder> decoders, List<Encoder> encoders) {
        this(decoders, encoders, List.of());
    }

    /** For each format the first entry that can do the work is used; {@code libraries} tells which are missing. */
    public CodecRegistry(List<Decoder> decoders, List<Encoder> encoders, List<CodecAvailability> libraries) {
        this.decoders = List.copyOf(decoders);
        this.encoders = List.copyOf(encoders);
        this.libraries = List.copyOf(libraries);
    }

    /** Loads the native libraries that are installed and wanted; the Java platform's codecs stand behind them. */
    public static CodecRegistry load(CodecSettings settings) {
        JpegCodec jpeg = settings.nativeLibraries() ? JpegCodec.load() : JpegCodec.switchedOff();
        PngCodec png = settings.nativeLibraries() ? PngCodec.load() : PngCodec.switchedOff();
        WebpCodec webp = settings.nativeLibraries() ? WebpCodec.load() : WebpCodec.switchedOff();
        List<Decoder> decoders = new ArrayList<>(jpeg.decoders());
        decoders.addAll(png.decoders());
        decoders.addAll(webp.decoders());
        decoders.addAll(List.of(new GifDecoder(), new BmpDecoder(), new TiffDecoder()));
        List<Encoder> encoders = new ArrayList<>(jpeg.encoders());
        encoders.addAll(png.encoders());
        encoders.addAll(webp.encoders());
        List<CodecAvailability> libraries = new ArrayList<>();
        libraries.add(jpeg.availability());
        libraries.addAll(png.libraries());
        libraries.add(webp.availability());
        return new CodecRegistry(decoders, encoders, libraries);
    }

    /** All decoders, best first. */
    public List<Decoder> decoders() {
        return decoders;
    }

    /** All encoders, best first. */
    public List<Encoder> encoders() {
        return encoders;
    }

    /** Every native library that the service can use, whether it is there or not, for the start log and {@code /v1/formats}. */
    public List<CodecAvailability> libraries() {
        return libraries;
    }

    /** The formats that can be read here. */
    public List<ImageFormat> readableFormats() {
        return Arrays.stream(ImageFormat.values())
                .filter(format -> decoders.stream().anyMatch(decoder -> decoder.format() == format))
                .toList();
    }

    /** The formats that can be written here. */
    public List<ImageFormat> writableFormats() {
        return Arrays.stream(ImageFormat.values())
                .filter(format -> encoderFor(format).isPresent())
                .toList();
    }

    /**
     * Reads the header from the first bytes of a file.
     *
     * @param prefix the bytes that are there
     * @param complete whether they are the whole file
     * @return the header, or null when more bytes are needed ({@code complete} is false)
     * @throws UnsupportedFormatException when the bytes are no image that can be read here
     * @throws CorruptImageException when they are a damaged one
     */
    public @Nullable ImageHeader readHeader(MemorySegment prefix, boolean complete) {
        if (prefix.byteSize() < ImageSignature.LONGEST && !complete) {
            return null;
        }
        ByteReader reader = ByteReader.bigEndian(prefix);
        ImageSignature signature = ImageSignature.of(reader);
        ImageFormat format = signature.format();
        if (format == null || !readableFormats().contains(format)) {
            throw unreadable("The body is %s".formatted(signature.name()));
        }
        try {
            return readHeader(format, reader, complete);
        } catch (UnsupportedFormatException e) {
            e.with("allowed", labels());
            throw e;
        }
    }

    /**
     * Whether a file that starts so may keep at its end what its header needs: a WebP its orientation, a TIFF its directory.
     * Then {@link #readHeader} may want all of a sound file.
     */
    public boolean mayTellLate(MemorySegment prefix) {
        ImageFormat format = ImageSignature.of(ByteReader.bigEndian(prefix)).format();
        return format == ImageFormat.WEBP || format == ImageFormat.TIFF;
    }

    private static @Nullable ImageHeader readHeader(ImageFormat format, ByteReader reader, boolean complete) {
        return switch (format) {
            case JPEG -> JpegHeaderReader.read(reader, complete);
            case PNG -> PngHeaderReader.read(reader, complete);
            case WEBP -> WebpHeaderReader.read(reader.bytes(), complete);
            case GIF -> GifHeaderReader.read(reader, complete);
            case BMP -> BmpHeaderReader.read(reader, complete);
            case TIFF -> TiffHeaderReader.read(reader, complete);
            case AVIF -> throw new UnsupportedFormatException("%s cannot be read here.".formatted(format.label()));
        };
    }

    private UnsupportedFormatException unreadable(String what) {
        return new UnsupportedFormatException(
                "%s; readable here: %s.".formatted(what, String.join(", ", labels())), labels());
    }

    private List<String> labels() {
        return readableFormats().stream().map(ImageFormat::label).toList();
    }

    /**
     * The decoder for an image with this header.
     *
     * @throws UnsupportedFormatException when none can read it, with the first one's reason
     */
    public Decoder decoderFor(ImageHeader header) {
        List<Decoder> candidates = decoders.stream()
                .filter(decoder -> decoder.format() == header.format())
                .toList();
        for (Decoder decoder : candidates) {
            if (decoder.refusal(header) == null) {
                return decoder;
            }
        }
        throw candidates.stream()
                .map(decoder -> decoder.refusal(header))
                .filter(Objects::nonNull)
                .findFirst()
                .map(reason -> new UnsupportedFormatException(reason, labels()))
                .orElseGet(() -> unreadable(
                        "The body is a %s image".formatted(header.format().label())));
    }

    /** The encoder for a format, empty when it cannot be written here. */
    public Optional<Encoder> encoderFor(ImageFormat format) {
        return encoders.stream().filter(e -> e.format() == format).findFirst();
    }

    /**
     * The checked colour profile of a picture.
     *
     * @param source the whole file
     */
    public IccProfile iccProfile(ImageHeader header, MemorySegment source) {
        return switch (header.format()) {
            case PNG ->
                header.iccProfile().isEmpty()
                        ? IccProfile.none()
                        : PngProfileReader.read(source, header.iccProfile().getFirst(), header.model());
            case JPEG, WEBP, AVIF, GIF, TIFF, BMP -> IccProfile.gather(source, header.iccProfile(), header.model());
        };
    }

    @Override
    public String toString() {
        return decoders.stream()
                .map(decoder ->
                        decoder.format().label() + " by " + decoder.library().name())
                .collect(Collectors.joining(", ", "CodecRegistry[", "]"));
    }
}
