package dev.quarry.codec;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.quarry.error.ErrorKind;
import dev.quarry.error.ServiceException;
import dev.quarry.image.Image;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each file of the corpus gives what its line says, with native libraries and without. */
class CorpusTest {

    static Stream<Arguments> cases() {
        return CorpusCase.all()
                .flatMap(file -> Arrays.stream(CodecMode.values()).map(mode -> arguments(file, mode)));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void file_readAndDecoded_givesWhatItsLineSays(CorpusCase file, CodecMode mode) {
        byte[] bytes = CodecBench.resource("corpus/" + file.file());
        try (CodecBench bench = new CodecBench()) {
            switch (file.outcome()) {
                case OK -> checkPicture(bench, file, mode, bytes);
                case HEADER -> checkHeader(file, header(bench, mode, bytes));
                case CORRUPT -> checkRefusal(bench, mode, bytes, Set.of(ErrorKind.CORRUPT_IMAGE));
                case UNSUPPORTED -> checkRefusal(bench, mode, bytes, Set.of(ErrorKind.UNSUPPORTED_FORMAT));
                case REFUSED ->
                    checkRefusal(bench, mode, bytes, Set.of(ErrorKind.CORRUPT_IMAGE, ErrorKind.UNSUPPORTED_FORMAT));
                case ANY -> decodeOrRefuse(bench, mode, bytes);
            }
        }
    }

    private static ImageHeader header(CodecBench bench, CodecMode mode, byte[] bytes) {
        return Objects.requireNonNull(mode.registry().readHeader(bench.source(bytes), true));
    }

    private static void checkHeader(CorpusCase file, ImageHeader header) {
        assertAll(
                () -> assertEquals(file.width(), header.width()),
                () -> assertEquals(file.height(), header.height()),
                () -> assertEquals(file.orientation(), header.orientation().exif()),
                () -> assertEquals(1, header.frames()));
    }

    private static void checkPicture(CodecBench bench, CorpusCase file, CodecMode mode, byte[] bytes) {
        checkHeader(file, header(bench, mode, bytes));
        try (Image image = bench.decode(mode.registry(), bytes)) {
            for (CorpusCase.Pixel pixel : file.pixels()) {
                int[] actual = Pixels.rgba(image, pixel.x(), pixel.y());
                for (int band = 0; band < 4; band++) {
                    assertEquals(
                            pixel.rgba()[band],
                            actual[band],
                            pixel.tolerance(),
                            pixel.x() + "," + pixel.y() + " is " + Arrays.toString(actual));
                }
            }
        }
    }

    private static void checkRefusal(CodecBench bench, CodecMode mode, byte[] bytes, Set<ErrorKind> kinds) {
        ServiceException refusal = assertThrows(ServiceException.class, () -> bench.decode(mode.registry(), bytes));
        assertTrue(kinds.contains(refusal.kind()), refusal.kind() + ": " + refusal.detail());
        assertTrue(refusal.detail().endsWith("."), refusal.detail());
    }

    private static void decodeOrRefuse(CodecBench bench, CodecMode mode, byte[] bytes) {
        try (Image image = bench.decode(mode.registry(), bytes)) {
            assertTrue(image.width() > 0);
        } catch (CorruptImageException e) {
            assertTrue(e.detail().endsWith("."), e.detail());
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void header_ofEveryPrefix_isNullUntilItIsWhole(CorpusCase file, CodecMode mode) {
        byte[] bytes = CodecBench.resource("corpus/" + file.file());
        if (file.outcome() != CorpusCase.Outcome.OK) {
            return;
        }
        try (CodecBench bench = new CodecBench()) {
            ImageHeader whole = header(bench, mode, bytes);
            MemorySegment source = bench.source(bytes);
            ImageHeader first = null;
            for (int length = 0; length <= bytes.length && first == null; length += 1 + bytes.length / 500) {
                first = mode.registry().readHeader(source.asSlice(0, length), false);
            }
            assertTrue(first == null || whole.equals(first), "from a prefix: " + first);
        }
    }
}
