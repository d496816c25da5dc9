package dev.quarry.pipeline;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.quarry.codec.CodecRegistry;
import dev.quarry.codec.CodecSettings;
import dev.quarry.codec.ImageFormat;
import dev.quarry.codec.ImageHeader;
import dev.quarry.error.ErrorKind;
import dev.quarry.error.ServiceException;
import dev.quarry.image.ImageLimits;
import dev.quarry.image.Orientation;
import dev.quarry.kernel.Scratch;
import dev.quarry.operation.Checkpoint;
import dev.quarry.operation.OperationCatalog;
import dev.quarry.storage.BlockStorage;
import dev.quarry.storage.GrowingBuffer;
import dev.quarry.storage.StorageScope;
import dev.quarry.storage.StorageSettings;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Plans that are run with the codecs of this machine. */
@Tag("kernels")
class PipelineRunnerTest {

    private static final long BUDGET = 64L << 20;
    private static final long RESULT_BYTES = 4 << 20;
    private static final CodecRegistry CODECS = CodecRegistry.load(new CodecSettings(true));
    private static final PipelineSettings SETTINGS = PipelineSettings.defaults();

    private final BlockStorage storage = BlockStorage.open(StorageSettings.portable(BUDGET));
    private final StorageScope uploads = storage.openScope("upload", RESULT_BYTES);
    private final PipelineParser parser = new PipelineParser(new OperationCatalog(), SETTINGS);
    private final PipelinePlanner planner =
            new PipelinePlanner(CODECS, storage, new ImageLimits(100_000_000, 65_535), SETTINGS);
    private final PipelineRunner runner = new PipelineRunner(CODECS, TestedMode.kernels(), SETTINGS);
    private final RecordingStages stages = new RecordingStages();
    private final List<GrowingBuffer> buffers = new ArrayList<>();

    @BeforeEach
    void libraries() {
        assumeFalse(CODECS.encoderFor(ImageFormat.JPEG).isEmpty(), "no JPEG codec");
        assumeFalse(CODECS.encoderFor(ImageFormat.PNG).isEmpty(), "no PNG codec");
    }

    @AfterEach
    void nothingIsLeft() {
        buffers.forEach(GrowingBuffer::close);
        uploads.close();
        assertEquals(0, storage.stats().reservedBytes());
        storage.close();
    }

    private MemorySegment upload(byte[] file) {
        GrowingBuffer buffer = uploads.growingBuffer(file.length + 4096L);
        buffers.add(buffer);
        buffer.append(MemorySegment.ofArray(file));
        return buffer.bytes();
    }

    private PipelinePlan plan(MemorySegment source, Orientation orientation, String query) {
        ImageHeader header = Objects.requireNonNull(CODECS.readHeader(source, true));
        ImageHeader turned = new ImageHeader(
                header.format(),
                header.width(),
                header.height(),
                header.model(),
                header.subsampling(),
                header.bitDepth(),
                orientation,
                header.frames(),
                header.staged(),
                header.adobeTransform(),
                header.iccProfile(),
                header.exif());
        return planner.plan(parser.parse(query, null), turned, OutputRequest.anything(), source.byteSize());
    }

    private byte[] run(MemorySegment source, PipelinePlan plan, Checkpoint checkpoint) {
        try (StorageScope scope = storage.openScope("run", plan.pixelBytes());
                StorageScope results = storage.openScope("result", RESULT_BYTES);
                GrowingBuffer output = results.growingBuffer(RESULT_BYTES)) {
            try {
                runner.run(plan, source, scope, output, new Scratch(), checkpoint, stages);
            } finally {
                assertEquals(0, scope.usedBytes(), "left by the runner");
            }
            assertTrue(
                    scope.peakBytes() <= plan.pixelBytes(),
                    () -> "planned " + plan.pixelBytes() + " and used " + scope.peakBytes() + " for " + plan);
            assertTrue(
                    plan.pixelBytes() <= 1.3 * scope.peakBytes() + 262_144,
                    "planned " + plan.pixelBytes() + " and used " + scope.peakBytes());
            return output.bytes().toArray(ValueLayout.JAVA_BYTE);
        }
    }

    private byte[] run(byte[] file, String query) {
        MemorySegment source = upload(file);
        try {
            return run(source, plan(source, Orientation.NONE, query), Checkpoint.none());
        } finally {
            // As a request does: uploads that stay would be scattered over the budget, which has no spare addresses.
            buffers.removeLast().close();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "64, 48, ''",
        "64, 49, ''",
        "63, 48, ''",
        "63, 49, progressive=true",
        "127, 97, chroma=4:4:4",
        "127, 97, resize=64x",
        "127, 97, resize=63x",
        "127, 97, resize=127x48&progressive=true",
        "301, 203, resize=75x",
        "301, 203, resize=76x&chroma=4:4:4",
        "301, 203, format=png",
        "301, 203, resize=75x&format=png",
        "301, 203, 'resize=500x,enlarge:true'",
        "301, 203, rotate=180&rotate=180&format=png",
        "1201, 801, resize=150x",
        "1201, 801, resize=151x",
    })
    void run_ofASmoothPicture_keepsItsColours(int width, int height, String query) {
        BufferedImage result = JpegFixture.read(run(JpegFixture.gradient(width, height), query + "&quality=100"));
        assertShowsGradient(result, 0, 0, result.getWidth(), result.getHeight());
    }

    private static void assertShowsGradient(BufferedImage part, int left, int top, int width, int height) {
        for (int y = 0; y < part.getHeight(); y++) {
            for (int x = 0; x < part.getWidth(); x++) {
                Color expected = JpegFixture.color((left + x + 0.5) / width, (top + y + 0.5) / height);
                assertEquals(0, difference(expected, new Color(part.getRGB(x, y))), 10, "at " + x + "," + y);
            }
        }
    }

    private static int difference(Color expected, Color actual) {
        return Math.max(
                Math.abs(expected.getRed() - actual.getRed()),
                Math.max(
                        Math.abs(expected.getGreen() - actual.getGreen()),
                        Math.abs(expected.getBlue() - actual.getBlue())));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"crop=101x77+33+21", "crop=101x77+34+20", "crop=101x77+33+21&format=png", "crop=1x1+300+202"})
    void run_ofACrop_keepsThePictureInPlace(String query) {
        BufferedImage result = JpegFixture.read(run(JpegFixture.gradient(301, 203), query + "&quality=100"));
        String[] offsets = query.split("[+&]");
        assertShowsGradient(result, Integer.parseInt(offsets[1]), Integer.parseInt(offsets[2]), 301, 203);
    }

    @ParameterizedTest
    @EnumSource(Orientation.class)
    void run_ofAnOrientedPicture_showsItUpright(Orientation orientation) {
        MemorySegment source = upload(JpegFixture.gradient(301, 203));
        PipelinePlan plan = plan(source, orientation, "resize=99x&format=png");
        BufferedImage result = JpegFixture.read(run(source, plan, Checkpoint.none()));
        assertEquals(orientation.swapsAxes() ? 147 : 67, result.getHeight());
        for (int y = 0; y < result.getHeight(); y++) {
            for (int x = 0; x < result.getWidth(); x++) {
                double across = (x + 0.5) / result.getWidth();
                double down = (y + 0.5) / result.getHeight();
                double u = orientation.swapsAxes() ? down : across;
                double v = orientation.swapsAxes() ? across : down;
                Color expected = JpegFixture.color(
                        orientation.mirrorsColumns() ? 1 - u : u, orientation.mirrorsRows() ? 1 - v : v);
                assertEquals(0, difference(expected, new Color(result.getRGB(x, y))), 10, x + "," + y);
            }
        }
    }

    @Test
    void run_ofStepsThatChangeNothing_givesTheSameBytesAsNone() {
        byte[] file = JpegFixture.gradient(133, 91);
        byte[] expected = run(file, "");
        assertArrayEquals(
                expected,
                run(file, "flip&flip&rotate=-360&resize=9000x&crop=133x91&pad=0&flatten&rotate=90&rotate=270"));
        byte[] pixels = run(file, "format=png");
        assertArrayEquals(pixels, run(pixels, ""), "no step encodes");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "resize=100x",
                "resize=301x300,fit:cover",
                "resize=900x900,fit:contain",
                "rotate=90",
                "rotate=11",
                "grayscale",
                "invert",
                "pad=40,background:transparent",
                "crop=1000x400+3+3",
                "resize=1500x,enlarge:true",
                "flip&flop&transpose&transverse",
                "rotate=30,background:transparent&resize=200x200,fit:cover&flatten=red",
                "crop=901x601&resize=333x&rotate=90&grayscale&invert&pad=3",
                "chroma=4:4:4",
                "resize=600x&chroma=4:4:4"
            })
    void run_ofManyPipelines_usesWhatWasPlanned(String query) {
        byte[] jpeg = JpegFixture.gradient(1201, 801);
        byte[] png = run(jpeg, "format=png");
        byte[] alpha = run(png, "pad=1,background:transparent");
        for (byte[] file : List.of(jpeg, png, alpha)) {
            for (String format : List.of("original", "jpeg", "png")) {
                assertTrue(run(file, query + "&format=" + format).length > 0);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"resize=100x&invert&rotate=7", "crop=201x101+1+1&format=png", "pad=3,background:transparent"})
    void run_stoppedAtAnyCheckpoint_leavesNothing(String query) {
        MemorySegment source = upload(JpegFixture.gradient(301, 203));
        PipelinePlan plan = plan(source, Orientation.TRANSPOSE, query);
        int[] looks = {0};
        run(source, plan, () -> looks[0]++);
        assertTrue(looks[0] > 5, "only " + looks[0] + " looks");
        for (int allowed = 0; allowed < looks[0]; allowed++) {
            int[] left = {allowed};
            assertThrows(
                    Stop.class,
                    () -> run(source, plan, () -> {
                        if (left[0]-- == 0) {
                            throw new Stop();
                        }
                    }));
        }
    }

    private static final class Stop extends RuntimeException {}

    @Test
    void run_ofADamagedFile_isRefusedAndLeavesNothing() {
        byte[] whole = JpegFixture.gradient(301, 203);
        byte[] cut = java.util.Arrays.copyOf(whole, whole.length / 2);
        ServiceException refusal = assertThrows(ServiceException.class, () -> run(cut, "resize=100x"));
        assertEquals(ErrorKind.CORRUPT_IMAGE, refusal.kind());
    }

    @Test
    void run_withMaxBytes_takesTheHighestQualityThatFits() {
        byte[] file = JpegFixture.gradient(301, 203);
        int most = run(file, "quality=60").length;
        byte[] fitting = run(file, "quality=100&maxBytes=" + most);
        assertTrue(fitting.length <= most, fitting.length + " of " + most);
        assertTrue(fitting.length >= run(file, "quality=60").length * 0.98, "no better quality fits");
        assertArrayEquals(run(file, "quality=70"), run(file, "quality=70&maxBytes=4000000"));
    }

    @ParameterizedTest
    @CsvSource({"maxBytes=100, jpeg", "format=png&maxBytes=100, png"})
    void run_withMaxBytesThatNothingFits_isUnprocessable(String query, String format) {
        byte[] file = JpegFixture.gradient(301, 203);
        ServiceException refusal = assertThrows(ServiceException.class, () -> run(file, query));
        assertEquals(ErrorKind.UNPROCESSABLE_IMAGE, refusal.kind());
        assertEquals(100L, refusal.facts().get("limit"));
        assertTrue(refusal.detail().contains(format), refusal.detail());
    }

    @ParameterizedTest
    @ValueSource(strings = {"format=webp", "format=webp&lossless=true&effort=1"})
    void run_toWebpAndBack_givesTheSizeAndNearlyTheColours(String query) {
        assumeFalse(CODECS.encoderFor(ImageFormat.WEBP).isEmpty(), "no WebP encoder");
        byte[] source = JpegFixture.gradient(301, 203);
        byte[] webp = run(source, query + "&resize=150x");
        byte[] direct = run(source, "resize=150x&format=png");
        BufferedImage expected = PngFixture.read(direct);
        BufferedImage actual = PngFixture.read(run(webp, "format=png"));
        assertEquals(expected.getWidth(), actual.getWidth());
        assertEquals(expected.getHeight(), actual.getHeight());
        for (int y = 4; y < expected.getHeight(); y += 16) {
            for (int x = 4; x < expected.getWidth(); x += 16) {
                Color wanted = new Color(expected.getRGB(x, y));
                Color given = new Color(actual.getRGB(x, y));
                assertEquals(wanted.getRed(), given.getRed(), 12);
                assertEquals(wanted.getGreen(), given.getGreen(), 12);
                assertEquals(wanted.getBlue(), given.getBlue(), 12);
            }
        }
    }

    @Test
    void run_losslessWithMaxBytesThatItExceeds_isUnprocessable() {
        assumeFalse(CODECS.encoderFor(ImageFormat.WEBP).isEmpty(), "no WebP encoder");
        byte[] file = JpegFixture.gradient(301, 203);
        ServiceException refusal =
                assertThrows(ServiceException.class, () -> run(file, "format=webp&lossless=true&maxBytes=100"));
        assertEquals(ErrorKind.UNPROCESSABLE_IMAGE, refusal.kind());
    }

    @Test
    void run_tellsItsStagesInOrder() {
        run(JpegFixture.gradient(301, 203), "resize=75x&flip&format=png");
        assertEquals(List.of("decode", "resize", "flip", "convert", "encode"), stages.stages());
        assertEquals(List.of(), stages.warnings());
    }
}
