package dev.quarry.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.quarry.codec.CodecRegistry;
import dev.quarry.codec.CodecSettings;
import dev.quarry.codec.ImageFormat;
import dev.quarry.codec.ImageHeader;
import dev.quarry.image.ImageLimits;
import dev.quarry.kernel.Kernels;
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
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PipelineRunnerTest {

    private static final long BUDGET = 64L << 20;
    private static final CodecRegistry CODECS = CodecRegistry.load(new CodecSettings(true));
    private static final PipelineSettings SETTINGS = PipelineSettings.defaults();

    private final BlockStorage storage = BlockStorage.open(StorageSettings.portable(BUDGET));
    private final PipelineParser parser = new PipelineParser(new OperationCatalog(), SETTINGS);
    private final PipelinePlanner planner =
            new PipelinePlanner(CODECS, storage, new ImageLimits(100_000_000, 65_535), SETTINGS);
    private final PipelineRunner runner = new PipelineRunner(CODECS, Kernels.scalar(), SETTINGS);

    @BeforeEach
    void libraries() {
        assumeFalse(CODECS.encoderFor(ImageFormat.JPEG).isEmpty(), "libturbojpeg is missing");
    }

    @AfterEach
    void nothingIsLeft() {
        assertEquals(0, storage.stats().reservedBytes());
        storage.close();
    }

    private byte[] run(byte[] source, String query) {
        try (StorageScope uploads = storage.openScope("upload", 1 << 20);
                GrowingBuffer upload = uploads.growingBuffer(1 << 20)) {
            upload.append(MemorySegment.ofArray(source));
            return run(upload.bytes(), query);
        }
    }

    private byte[] run(MemorySegment bytes, String query) {
        ImageHeader header = Objects.requireNonNull(CODECS.readHeader(bytes, true));
        PipelinePlan plan = planner.plan(parser.parse(query, null), header, OutputRequest.anything(), bytes.byteSize());
        try (StorageScope scope = storage.openScope("run", plan.pixelBytes());
                StorageScope results = storage.openScope("result", 4 << 20);
                GrowingBuffer output = results.growingBuffer(4 << 20)) {
            runner.run(plan, bytes, scope, output, new Scratch(), Checkpoint.none(), new RecordingStages());
            assertEquals(0, scope.usedBytes(), "left by the runner");
            return output.bytes().toArray(ValueLayout.JAVA_BYTE);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "64, 48, ''",
        "64, 49, ''",
        "63, 48, ''",
        "63, 49, ''",
        "127, 97, ''",
        "127, 97, resize=64x",
        "127, 97, resize=63x",
        "301, 203, resize=75x",
        "301, 203, format=png",
        "301, 203, resize=75x&format=png",
    })
    void run_ofSmoothPicture_keepsItsColours(int width, int height, String query) {
        BufferedImage result = JpegFixture.read(run(JpegFixture.gradient(width, height), query + "&quality=100"));
        for (int y = 0; y < result.getHeight(); y++) {
            for (int x = 0; x < result.getWidth(); x++) {
                Color expected = JpegFixture.color((x + 0.5) / result.getWidth(), (y + 0.5) / result.getHeight());
                Color actual = new Color(result.getRGB(x, y));
                int difference = Math.max(
                        Math.abs(expected.getRed() - actual.getRed()),
                        Math.max(
                                Math.abs(expected.getGreen() - actual.getGreen()),
                                Math.abs(expected.getBlue() - actual.getBlue())));
                assertTrue(difference <= 12, "at " + x + "," + y + " " + expected + " became " + actual);
            }
        }
    }
}
