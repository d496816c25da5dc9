package dev.quarry.codec.jpeg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.codec.ByteRange;
import dev.quarry.codec.ByteReader;
import dev.quarry.codec.CorruptImageException;
import dev.quarry.codec.ImageHeader;
import dev.quarry.codec.UnsupportedFormatException;
import dev.quarry.image.ChromaSubsampling;
import dev.quarry.image.ColorModel;
import dev.quarry.image.Orientation;
import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JpegHeaderReaderTest {

    private static final int[] GRAY = {1, 0x11};
    private static final int[] YCBCR_420 = {1, 0x22, 2, 0x11, 3, 0x11};

    /** A JPEG's markers, one after the other. */
    private static final class Markers {

        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        Markers() {
            raw(0xFF, 0xD8);
        }

        Markers raw(int... values) {
            for (int value : values) {
                bytes.write(value);
            }
            return this;
        }

        Markers segment(int marker, int... body) {
            return raw(0xFF, marker, body.length + 2 >> 8, body.length + 2 & 255)
                    .raw(body);
        }

        Markers named(int marker, String name, int... body) {
            int[] letters = name.chars().toArray();
            int[] all = Arrays.copyOf(letters, letters.length + body.length);
            System.arraycopy(body, 0, all, letters.length, body.length);
            return segment(marker, all);
        }

        Markers frame(int marker, int precision, int width, int height, int... idsAndFactors) {
            int[] body = new int[6 + idsAndFactors.length / 2 * 3];
            body[0] = precision;
            body[1] = height >> 8;
            body[2] = height & 255;
            body[3] = width >> 8;
            body[4] = width & 255;
            body[5] = idsAndFactors.length / 2;
            for (int i = 0; i < idsAndFactors.length / 2; i++) {
                body[6 + 3 * i] = idsAndFactors[2 * i];
                body[7 + 3 * i] = idsAndFactors[2 * i + 1];
            }
            return segment(marker, body);
        }

        byte[] scan(int components) {
            return segment(0xDA, components).bytes.toByteArray();
        }
    }

    private static ImageHeader read(byte[] bytes) {
        return Objects.requireNonNull(JpegHeaderReader.read(ByteReader.bigEndian(MemorySegment.ofArray(bytes)), true));
    }

    private static CorruptImageException refuse(byte[] bytes) {
        return assertThrows(CorruptImageException.class, () -> read(bytes));
    }

    @Test
    void read_baseline_tellsSizeAndModel() {
        ImageHeader header =
                read(new Markers().frame(0xC0, 8, 300, 200, YCBCR_420).scan(3));
        assertEquals(300, header.width());
        assertEquals(200, header.height());
        assertEquals(ColorModel.YCBCR, header.model());
        assertEquals(ChromaSubsampling.S420, header.subsampling());
        assertEquals(8, header.bitDepth());
        assertEquals(-1, header.adobeTransform());
        assertFalse(header.staged());
    }

    @ParameterizedTest
    @CsvSource({
        "0x11, 0x11, 0x11, S444",
        "0x21, 0x11, 0x11, S422",
        "0x22, 0x11, 0x11, S420",
        "0x12, 0x11, 0x11, S440",
        "0x41, 0x11, 0x11, S411",
        "0x14, 0x11, 0x11, S441",
        "0x22, 0x12, 0x12, S422",
        "0x22, 0x21, 0x21, S440",
        "0x22, 0x22, 0x22,",
        "0x42, 0x11, 0x11,",
        "0x21, 0x11, 0x21,",
        "0x11, 0x21, 0x21,"
    })
    void read_samplingFactors_haveTheirName(String y, String cb, String cr, ChromaSubsampling expected) {
        int[] components = {1, Integer.decode(y), 2, Integer.decode(cb), 3, Integer.decode(cr)};
        ImageHeader header =
                read(new Markers().frame(0xC0, 8, 16, 16, components).scan(3));
        assertEquals(expected, header.subsampling());
        assertEquals(ColorModel.YCBCR, header.model());
    }

    @Test
    void read_threeComponents_areWhatMarkersOrNamesSay() {
        int[] named = {'R', 0x11, 'G', 0x11, 'B', 0x11};
        assertEquals(
                ColorModel.RGB,
                read(new Markers().frame(0xC0, 8, 8, 8, named).scan(3)).model());
        Markers jfif = new Markers().named(0xE0, "JFIF\0", 1, 1, 0, 0, 1, 0, 1, 0, 0);
        assertEquals(
                ColorModel.YCBCR, read(jfif.frame(0xC0, 8, 8, 8, named).scan(3)).model());
        Markers adobe = new Markers().named(0xEE, "Adobe", 0, 100, 0, 0, 0, 0, 0);
        ImageHeader header = read(adobe.frame(0xC0, 8, 8, 8, YCBCR_420).scan(3));
        assertEquals(ColorModel.RGB, header.model());
        assertNull(header.subsampling());
        assertEquals(0, header.adobeTransform());
    }

    @Test
    void read_fourComponents_areCmyk() {
        int[] four = {1, 0x11, 2, 0x11, 3, 0x11, 4, 0x11};
        Markers adobe = new Markers().named(0xEE, "Adobe", 0, 100, 0, 0, 0, 0, 2);
        ImageHeader header = read(adobe.frame(0xC0, 8, 8, 8, four).scan(4));
        assertEquals(ColorModel.CMYK, header.model());
        assertEquals(2, header.adobeTransform());
    }

    @ParameterizedTest
    @CsvSource({"0xC0, 3, false", "0xC1, 3, false", "0xC2, 3, true", "0xC9, 3, false", "0xCA, 1, true", "0xC0, 1, true"
    })
    void read_process_tellsWhetherItComesInScans(String marker, int scanComponents, boolean staged) {
        byte[] bytes = new Markers()
                .frame(Integer.decode(marker), 8, 16, 16, YCBCR_420)
                .scan(scanComponents);
        assertEquals(staged, read(bytes).staged());
    }

    @ParameterizedTest
    @ValueSource(ints = {0xC3, 0xC5, 0xC6, 0xC7, 0xCB, 0xCD, 0xCE, 0xCF})
    void read_losslessAndHierarchical_areUnsupported(int marker) {
        byte[] bytes = new Markers().frame(marker, 8, 16, 16, GRAY).scan(1);
        assertThrows(UnsupportedFormatException.class, () -> read(bytes));
    }

    @Test
    void read_twelveBits_areToldAndRefusedByTheDecoders() {
        ImageHeader header = read(new Markers().frame(0xC1, 12, 16, 16, GRAY).scan(1));
        assertEquals(12, header.bitDepth());
        JpegCodec.load().decoders().forEach(decoder -> assertNotNull(decoder.refusal(header)));
    }

    @Test
    void read_noHeightOrNoWidth_isCorrupt() {
        refuse(new Markers().frame(0xC0, 8, 16, 0, GRAY).scan(1));
        refuse(new Markers().frame(0xC0, 8, 0, 16, GRAY).scan(1));
    }

    @Test
    void read_contradictions_areCorrupt() {
        refuse(new Markers()
                .frame(0xC0, 8, 16, 16, GRAY)
                .frame(0xC0, 8, 9, 9, GRAY)
                .scan(1));
        refuse(new Markers().scan(1));
        refuse(new Markers().frame(0xC0, 8, 16, 16, 1, 0x01).scan(1));
        refuse(new Markers().frame(0xC0, 8, 16, 16, 1, 0x15).scan(1));
        refuse(new Markers().frame(0xC0, 9, 16, 16, GRAY).scan(1));
        refuse(new Markers().segment(0xC0, 8, 0, 16, 0, 16, 3, 1, 0x11, 0).scan(1));
        refuse(new Markers().raw(0xFF, 0xE1, 0, 1).frame(0xC0, 8, 16, 16, GRAY).scan(1));
        refuse(new Markers().raw(0xFF, 0xD9).frame(0xC0, 8, 16, 16, GRAY).scan(1));
    }

    @Test
    void read_bytesBetweenSegments_arePassedOver() {
        byte[] bytes = new Markers()
                .raw(0, 1, 2, 0xFF, 0, 0xFF, 0xFF, 0xFF)
                .frame(0xC0, 8, 16, 16, GRAY)
                .raw(7)
                .scan(1);
        assertEquals(16, read(bytes).width());
    }

    @Test
    void read_everyPrefix_needsMoreAndNeverFails() {
        byte[] bytes = new Markers()
                .named(0xE1, "Exif\0\0", 'M', 'M', 0, 42, 0, 0, 0, 8, 0, 0)
                .named(0xE2, "ICC_PROFILE\0", 1, 1, 5, 6, 7)
                .frame(0xC0, 8, 16, 16, GRAY)
                .scan(1);
        for (int length = 2; length < bytes.length; length++) {
            ByteReader prefix =
                    ByteReader.bigEndian(MemorySegment.ofArray(bytes).asSlice(0, length));
            assertNull(JpegHeaderReader.read(prefix, false), "after " + length);
            assertThrows(CorruptImageException.class, () -> JpegHeaderReader.read(prefix, true));
        }
    }

    @Test
    void read_profilePieces_areInTheirOrder() {
        byte[] bytes = new Markers()
                .named(0xE2, "ICC_PROFILE\0", 2, 2, 7)
                .named(0xE2, "ICC_PROFILE\0", 1, 2, 5, 6)
                .named(0xE2, "OTHER\0", 1, 2, 3)
                .frame(0xC0, 8, 16, 16, GRAY)
                .scan(1);
        List<ByteRange> pieces = read(bytes).iccProfile();
        assertEquals(List.of(2L, 1L), pieces.stream().map(ByteRange::length).toList());
        assertEquals(5, bytes[(int) pieces.getFirst().offset()]);
        assertEquals(7, bytes[(int) pieces.getLast().offset()]);
    }

    @Test
    void read_exif_tellsOrientationAndPlace() {
        int[] block = {'M', 'M', 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0};
        byte[] bytes = new Markers()
                .named(0xE1, "http://ns.adobe.com/xap/1.0/\0", 1)
                .named(0xE1, "Exif\0\0", block)
                .frame(0xC0, 8, 16, 16, GRAY)
                .scan(1);
        ImageHeader header = read(bytes);
        assertEquals(Orientation.ROTATE_90, header.orientation());
        ByteRange exif = Objects.requireNonNull(header.exif());
        assertEquals(block.length, exif.length());
        assertEquals("MM", new String(bytes, (int) exif.offset(), 2, StandardCharsets.US_ASCII));
    }

    @Test
    void refusals_ofEveryKind_areSentences() {
        assertTrue(refuse(new Markers().scan(1)).detail().endsWith("."));
    }
}
