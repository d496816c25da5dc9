package dev.quarry.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.image.Image;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class CodecRegistryTest {

    private static final CodecRegistry REGISTRY = CodecMode.JAVA.registry();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "<html><body>404 Not Found</body></html> | an HTML page",
                "  <!DOCTYPE html><html></html> ........ | an HTML page",
                "<?xml version=\"1.0\"?><svg></svg> .... | an SVG drawing",
                "{\"error\": \"no such image\"} ........ | text",
                "%PDF-1.7 ............................. | a PDF document",
                "8BPS.................................. | a Photoshop document",
                "....ftypheic.......................... | a HEIF image",
                "....ftypisom.......................... | a media file",
                "....ftypavif.......................... | a AVIF image",
            })
    void readHeader_otherContent_isNamedWithWhatCanBeRead(String content, String name) {
        byte[] bytes = content.getBytes(StandardCharsets.ISO_8859_1);
        UnsupportedFormatException refusal = assertThrows(
                UnsupportedFormatException.class, () -> REGISTRY.readHeader(MemorySegment.ofArray(bytes), true));
        assertTrue(refusal.detail().contains(name), refusal.detail());
        assertTrue(refusal.detail().contains("jpeg, png"), refusal.detail());
        assertEquals(
                REGISTRY.readableFormats().stream().map(ImageFormat::label).toList(),
                refusal.facts().get("allowed"));
    }

    @Test
    void readHeader_fewBytes_needsMoreUnlessTheyAreAll() {
        MemorySegment few = MemorySegment.ofArray(new byte[] {(byte) 0xFF, (byte) 0xD8, (byte) 0xFF});
        assertNull(REGISTRY.readHeader(few, false));
        assertThrows(CorruptImageException.class, () -> REGISTRY.readHeader(few, true));
        assertThrows(UnsupportedFormatException.class, () -> REGISTRY.readHeader(MemorySegment.NULL, true));
    }

    @Test
    void readHeader_unsupportedKindOfJpeg_listsWhatCanBeRead() {
        byte[] lossless = {
            (byte) 0xFF, (byte) 0xD8, (byte) 0xFF, (byte) 0xC3, 0, 11, 8, 0, 9, 0, 9, 1, 1, 0x11, 0, 0, 0, 0, 0, 0
        };
        UnsupportedFormatException refusal = assertThrows(
                UnsupportedFormatException.class, () -> REGISTRY.readHeader(MemorySegment.ofArray(lossless), true));
        assertTrue(refusal.facts().containsKey("allowed"));
    }

    @Test
    void decoderFor_refusedByAll_givesTheFirstReason() {
        ImageHeader header = Objects.requireNonNull(
                REGISTRY.readHeader(MemorySegment.ofArray(CodecBench.resource("corpus/bomb-jpeg-dims.jpg")), true));
        ImageHeader deep = new ImageHeader(
                header.format(),
                10,
                10,
                header.model(),
                header.subsampling(),
                12,
                header.orientation(),
                1,
                false,
                -1,
                List.of(),
                null);
        UnsupportedFormatException refusal =
                assertThrows(UnsupportedFormatException.class, () -> REGISTRY.decoderFor(deep));
        assertTrue(refusal.detail().contains("12 bits"), refusal.detail());
    }

    @Test
    void load_switchedOff_saysSoForEveryLibrary() {
        assertFalse(REGISTRY.libraries().isEmpty());
        for (CodecAvailability library : REGISTRY.libraries()) {
            assertFalse(library.isAvailable());
            assertNull(library.version());
            assertTrue(String.valueOf(library.problem()).contains("quarry.codec.native"), library.problem());
        }
    }

    @Test
    void load_withLibraries_tellsVersionOrHowToInstall() {
        for (CodecAvailability library : CodecMode.NATIVE.registry().libraries()) {
            if (library.isAvailable()) {
                assertTrue(String.valueOf(library.version()).matches("\\d.*"), library.toString());
            } else {
                assertTrue(String.valueOf(library.problem()).contains("apt-get install"), library.problem());
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void formats_inBothModes_areReadAndWritten(CodecMode mode) {
        assertTrue(mode.registry()
                .readableFormats()
                .containsAll(List.of(
                        ImageFormat.JPEG, ImageFormat.PNG, ImageFormat.GIF, ImageFormat.BMP, ImageFormat.TIFF)));
        assertTrue(mode.registry().writableFormats().containsAll(List.of(ImageFormat.JPEG, ImageFormat.PNG)));
    }

    @ParameterizedTest
    @EnumSource
    void decode_cancelled_stopsAndLeavesNothing(CodecMode mode) {
        for (String file : List.of(
                "small_640.jpg",
                "cmyk-adobe.jpg",
                "la.png",
                "noise-256.gif",
                "24bit.bmp",
                "lzw.tiff",
                "palette.tiff")) {
            byte[] bytes = CodecBench.resource("corpus/" + file);
            try (CodecBench bench = new CodecBench(() -> {
                throw new CancellationException();
            })) {
                assertThrows(CancellationException.class, () -> {
                    try (Image image = bench.decode(mode.registry(), bytes)) {
                        assertEquals(0, image.width(), file + " was decoded");
                    }
                });
            }
        }
    }
}
