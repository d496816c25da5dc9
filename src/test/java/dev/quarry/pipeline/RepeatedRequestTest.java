package dev.quarry.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.quarry.codec.CodecRegistry;
import dev.quarry.codec.ImageFormat;
import dev.quarry.codec.ImageHeader;
import dev.quarry.image.ImageLimits;
import dev.quarry.kernel.Scratch;
import dev.quarry.operation.OperationCatalog;
import dev.quarry.storage.BlockStorage;
import dev.quarry.storage.GrowingBuffer;
import dev.quarry.storage.StorageScope;
import dev.quarry.storage.StorageSettings;
import dev.quarry.storage.StorageStats;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A leak that no single request shows: the same request again and again must not take more blocks each time. */
@Tag("kernels")
@Tag("codecs")
class RepeatedRequestTest {

    private static final int WARM = 40;
    private static final int ROUNDS = 60;
    private static final long RESULT_BYTES = 1 << 20;
    private static final PipelineSettings SETTINGS = PipelineSettings.defaults();

    private final CodecRegistry codecs = TestedMode.codecs();

    @ParameterizedTest
    @ValueSource(strings = {"resize=100x", "rotate=7&format=png", "crop=99x77+3+5&grayscale", "pad=3&invert"})
    void request_repeated_takesNoMoreBlocksThanBefore(String query) throws IOException {
        assumeFalse(codecs.encoderFor(ImageFormat.PNG).isEmpty(), "no PNG codec");
        // What is idle must not go by its age, which would depend on the machine's speed.
        StorageSettings settings = StorageSettings.portable(32L << 20).withDecay(StorageSettings.NEVER);
        try (BlockStorage storage = BlockStorage.open(settings)) {
            byte[] file = picture();
            repeat(storage, file, query, WARM);
            StorageStats before = storage.stats();
            repeat(storage, file, query, ROUNDS);
            StorageStats after = storage.stats();
            assertEquals(0, after.usedBlocks());
            assertEquals(0, after.reservedBytes());
            assertEquals(0, after.liveScopes());
            assertTrue(
                    after.cachedBlocks() <= before.cachedBlocks(),
                    before.cachedBlocks() + " idle blocks became " + after.cachedBlocks());
            // An idle block that was split for another may be missed once; a leak would be missed each time.
            assertTrue(after.commits() - before.commits() < ROUNDS / 10, "fresh memory was taken again and again");
        }
    }

    private void repeat(BlockStorage storage, byte[] file, String query, int times) {
        PipelinePlanner planner = new PipelinePlanner(codecs, storage, new ImageLimits(100_000_000, 65_535), SETTINGS);
        PipelineParser parser = new PipelineParser(new OperationCatalog(), SETTINGS);
        PipelineRunner runner = new PipelineRunner(codecs, TestedMode.kernels(), SETTINGS);
        for (int i = 0; i < times; i++) {
            try (StorageScope uploads = storage.openScope("upload", RESULT_BYTES);
                    GrowingBuffer upload = uploads.growingBuffer(file.length)) {
                upload.append(MemorySegment.ofArray(file));
                ImageHeader header = Objects.requireNonNull(codecs.readHeader(upload.bytes(), true));
                PipelinePlan plan =
                        planner.plan(parser.parse(query, null), header, OutputRequest.anything(), upload.length());
                try (StorageScope scope = storage.openScope("run", plan.pixelBytes());
                        StorageScope results = storage.openScope("result", RESULT_BYTES);
                        GrowingBuffer output = results.growingBuffer(RESULT_BYTES)) {
                    runner.run(plan, upload.bytes(), scope, output, new Scratch(), () -> {}, new RecordingStages());
                }
            }
        }
    }

    private static byte[] picture() throws IOException {
        BufferedImage image = new BufferedImage(301, 203, BufferedImage.TYPE_3BYTE_BGR);
        for (int y = 0; y < image.getHeight(); y++) {
            for (int x = 0; x < image.getWidth(); x++) {
                image.setRGB(x, y, x * 7 << 16 | y * 5 << 8 | (x ^ y) & 255);
            }
        }
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        ImageIO.write(image, "png", file);
        return file.toByteArray();
    }
}
