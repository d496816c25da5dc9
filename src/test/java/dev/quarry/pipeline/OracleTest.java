package dev.quarry.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.codec.CodecRegistry;
import dev.quarry.codec.ImageHeader;
import dev.quarry.image.ImageLimits;
import dev.quarry.image.Orientation;
import dev.quarry.kernel.Scratch;
import dev.quarry.operation.Checkpoint;
import dev.quarry.operation.OperationCatalog;
import dev.quarry.storage.BlockStorage;
import dev.quarry.storage.GrowingBuffer;
import dev.quarry.storage.StorageScope;
import dev.quarry.storage.StorageSettings;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Whole pipelines against pictures that another implementation computed; a new case is a new line in cases.json. */
@Tag("kernels")
class OracleTest {

    private static final long BUDGET = 64L << 20;
    private static final BlockStorage STORAGE = BlockStorage.open(StorageSettings.portable(BUDGET));
    private static final CodecRegistry CODECS =
            new CodecRegistry(List.of(new PngFixture.PngDecoder()), List.of(new PngFixture.PngEncoder()));
    private static final PipelineSettings SETTINGS = PipelineSettings.defaults();
    private static final PipelineParser PARSER = new PipelineParser(new OperationCatalog(), SETTINGS);
    private static final PipelinePlanner PLANNER =
            new PipelinePlanner(CODECS, STORAGE, new ImageLimits(100_000_000, 65_535), SETTINGS);
    private static final PipelineRunner RUNNER = new PipelineRunner(CODECS, TestedMode.kernels(), SETTINGS);

    /** One line of cases.json. */
    record Case(String name, String input, String pipeline, List<String> expected, double maxAbs, double meanAbs) {

        @Override
        public String toString() {
            return name;
        }
    }

    static List<Case> cases() {
        List<Case> cases = new ArrayList<>();
        for (JsonNode node : new JsonMapper().readTree(resource("cases.json"))) {
            List<String> expected = new ArrayList<>();
            node.get("expected").forEach(e -> expected.add(e.asString()));
            cases.add(new Case(
                    node.get("name").asString(),
                    node.get("input").asString(),
                    "{\"steps\":" + node.get("steps") + "}",
                    expected,
                    node.get("max_abs").asDouble(),
                    node.get("mean_abs").asDouble()));
        }
        return cases;
    }

    private static byte[] resource(String name) {
        try (InputStream in = OracleTest.class.getResourceAsStream("/oracle/" + name)) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @AfterAll
    static void nothingIsLeft() {
        assertEquals(0, STORAGE.stats().reservedBytes());
        STORAGE.close();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void pipeline_ofCase_givesAnExpectedPicture(Case tested) {
        BufferedImage result = PngFixture.read(run(resource(tested.input()), tested.pipeline()));
        List<String> differences = new ArrayList<>();
        for (String file : tested.expected()) {
            Difference difference = Difference.of(PngFixture.read(resource(file)), result);
            differences.add(file + " " + difference);
            if (difference.max() <= tested.maxAbs() && difference.mean() <= tested.meanAbs()) {
                return;
            }
        }
        assertTrue(
                false, () -> "allowed are " + tested.maxAbs() + " and " + tested.meanAbs() + ", but: " + differences);
    }

    private static byte[] run(byte[] png, String pipeline) {
        ImageHeader header = PngFixture.header(png, Orientation.NONE);
        PipelinePlan plan = PLANNER.plan(PARSER.parse(null, pipeline), header, OutputRequest.anything(), png.length);
        try (StorageScope scope = STORAGE.openScope("oracle", plan.reservedBytes());
                StorageScope results = scope.split("result", plan.resultBytes());
                GrowingBuffer output = results.growingBuffer(plan.resultBytes())) {
            RUNNER.run(
                    plan,
                    MemorySegment.ofArray(png),
                    scope,
                    output,
                    new Scratch(),
                    Checkpoint.none(),
                    new RecordingStages());
            assertEquals(0, scope.usedBytes(), "left by the runner");
            return output.bytes().toArray(ValueLayout.JAVA_BYTE);
        }
    }

    /** How far two pictures of equal shape are apart, colour premultiplied by alpha. */
    private record Difference(double max, double mean) {

        static Difference of(BufferedImage expected, BufferedImage actual) {
            assertEquals(
                    expected.getWidth() + "x" + expected.getHeight(), actual.getWidth() + "x" + actual.getHeight());
            int bands = expected.getRaster().getNumBands();
            assertEquals(bands, actual.getRaster().getNumBands(), "bands");
            double max = 0;
            double sum = 0;
            for (int y = 0; y < expected.getHeight(); y++) {
                for (int x = 0; x < expected.getWidth(); x++) {
                    for (int band = 0; band < bands; band++) {
                        double difference = Math.abs(value(expected, x, y, band) - value(actual, x, y, band));
                        max = Math.max(max, difference);
                        sum += difference;
                    }
                }
            }
            return new Difference(max, sum / bands / expected.getWidth() / expected.getHeight());
        }

        private static double value(BufferedImage image, int x, int y, int band) {
            int sample = PngFixture.sample(image, x, y, band);
            boolean color =
                    image.getColorModel().hasAlpha() && band < image.getRaster().getNumBands() - 1;
            return color
                    ? sample * PngFixture.sample(image, x, y, image.getRaster().getNumBands() - 1) / 255.0
                    : sample;
        }
    }
}
