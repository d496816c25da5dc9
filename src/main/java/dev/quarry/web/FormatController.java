package dev.quarry.web;

import dev.quarry.codec.CodecAvailability;
import dev.quarry.codec.CodecLibrary;
import dev.quarry.codec.CodecRegistry;
import dev.quarry.codec.Decoder;
import dev.quarry.codec.Encoder;
import dev.quarry.codec.ImageFormat;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** The formats of this process, and who reads and writes them. */
@RestController
final class FormatController {

    private final CodecRegistry codecs;
    private final JsonWriter json;

    FormatController(CodecRegistry codecs, JsonWriter json) {
        this.codecs = codecs;
        this.json = json;
    }

    /**
     * One format.
     *
     * @param name in requests
     * @param mediaType of answers
     * @param read the libraries that read it, best first; empty when it cannot be read
     * @param write the libraries that write it, best first; empty when it cannot be written
     * @param maxSide largest width or height that can be written, null when it cannot be written
     */
    record FormatInfo(
            String name,
            String mediaType,
            List<CodecLibrary> read,
            List<CodecLibrary> write,
            @Nullable Integer maxSide) {}

    /** Every format, and every native library that would be used, with what to do where one is missing. */
    record Catalog(List<FormatInfo> formats, List<CodecAvailability> libraries) {}

    /** Answers with every format. */
    @GetMapping("/v1/formats")
    void formats(HttpServletResponse response) throws IOException {
        json.write(
                response,
                new Catalog(Arrays.stream(ImageFormat.values()).map(this::info).toList(), codecs.libraries()));
    }

    private FormatInfo info(ImageFormat format) {
        return new FormatInfo(
                format.label(),
                format.mediaType(),
                codecs.decoders().stream()
                        .filter(decoder -> decoder.format() == format)
                        .map(Decoder::library)
                        .toList(),
                codecs.encoders().stream()
                        .filter(encoder -> encoder.format() == format)
                        .map(Encoder::library)
                        .toList(),
                codecs.encoderFor(format).map(Encoder::maxSide).orElse(null));
    }
}
