package dev.quarry.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.quarry.codec.CodecRegistry;
import dev.quarry.codec.ImageFormat;
import dev.quarry.pipeline.PipelineBench.SourcePicture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("kernels")
@Tag("codecs")
class PipelineReuseTest {

    private static final CodecRegistry CODECS = TestedMode.codecs();

    @ParameterizedTest
    @CsvSource({
        "JPEG, 1, resize=90x",
        "JPEG, 6, resize=100x&format=png",
        "PNG, 1, resize=64x",
        "JPEG, 1, crop=200x150+10+5&rotate=90&flop&grayscale",
        "JPEG, 1, rotate=10&format=png"
    })
    void run_again_takesNoFreshMemory(ImageFormat format, int orientation, String query) {
        try (PipelineBench bench = new PipelineBench(
                CODECS, TestedMode.kernels(), new SourcePicture(format, 300, 220, orientation), query)) {
            long length = bench.run();
            assertEquals(length, bench.run());
            long before = bench.storage().commits();
            for (int i = 0; i < 20; i++) {
                assertEquals(length, bench.run());
            }
            assertEquals(before, bench.storage().commits());
        }
    }
}
