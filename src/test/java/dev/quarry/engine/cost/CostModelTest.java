package dev.quarry.engine.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.quarry.codec.CodecRegistry;
import dev.quarry.codec.CodecSettings;
import dev.quarry.codec.ImageFormat;
import dev.quarry.codec.ImageHeader;
import dev.quarry.image.ColorModel;
import dev.quarry.image.ImageLimits;
import dev.quarry.image.Orientation;
import dev.quarry.operation.OperationCatalog;
import dev.quarry.pipeline.OutputRequest;
import dev.quarry.pipeline.PipelineParser;
import dev.quarry.pipeline.PipelinePlan;
import dev.quarry.pipeline.PipelinePlanner;
import dev.quarry.pipeline.PipelineSettings;
import dev.quarry.storage.BlockStorage;
import dev.quarry.storage.StorageSettings;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CostModelTest {

    private static final long MILLI = 1_000_000;

    private final BlockStorage storage = BlockStorage.open(StorageSettings.portable(512L << 20));
    private final CodecRegistry codecs = CodecRegistry.load(new CodecSettings(true));
    private final PipelinePlanner planner =
            new PipelinePlanner(codecs, storage, new ImageLimits(100_000_000, 65_535), PipelineSettings.defaults());
    private final CostModel model = new CostModel();

    @AfterEach
    void close() {
        storage.close();
    }

    private PipelinePlan plan(String query, int width, int height, long sourceBytes) {
        ImageHeader header = new ImageHeader(
                ImageFormat.PNG,
                width,
                height,
                ColorModel.RGB,
                null,
                8,
                Orientation.NONE,
                1,
                false,
                -1,
                List.of(),
                null);
        return planner.plan(
                new PipelineParser(new OperationCatalog(), PipelineSettings.defaults()).parse(query, null),
                header,
                OutputRequest.anything(),
                sourceBytes);
    }

    /** A job whose parts took so many nanoseconds. */
    private static CpuUsage used(long decode, List<Long> steps, long encode) {
        List<Long> moments = new ArrayList<>(List.of(0L));
        List<Long> parts = new ArrayList<>(List.of(decode));
        parts.addAll(steps);
        parts.add(encode);
        parts.forEach(part -> moments.add(moments.getLast() + part));
        Iterator<Long> clock = moments.iterator();
        CpuUsage usage = CpuUsage.on(clock::next);
        usage.decoded();
        steps.forEach(step -> usage.stepped());
        usage.encoded();
        return usage;
    }

    private static CpuUsage usedTimes(PipelinePlan plan, double factor) {
        return used(
                Math.round(plan.cost().decodeNanos() * factor),
                plan.cost().stepNanos().stream()
                        .map(nanos -> Math.round(nanos * factor))
                        .toList(),
                Math.round(plan.cost().encodeNanos() * factor));
    }

    @Test
    void predict_withoutExperience_isTheTable() {
        PipelinePlan plan = plan("resize=500x", 2000, 2000, 1_000_000);
        assertThat(plan.cost().stepNanos()).hasSameSizeAs(plan.steps());
        assertThat(model.predict(plan).totalNanos()).isEqualTo(plan.cost().totalNanos());
        assertThat(plan.cost().decodeNanos()).isPositive();
        assertThat(plan.cost().encodeNanos()).isPositive();
    }

    @Test
    void predict_ofMorePixelsBytesAndWork_isMore() {
        long base = plan("resize=500x", 1000, 1000, 500_000).cost().totalNanos();
        assertThat(plan("resize=500x", 2000, 2000, 500_000).cost().totalNanos()).isGreaterThan(base);
        assertThat(plan("resize=500x", 1000, 1000, 900_000).cost().totalNanos()).isGreaterThan(base);
        assertThat(plan("resize=500x&rotate=30", 1000, 1000, 500_000).cost().totalNanos())
                .isGreaterThan(base);
        assertThat(plan("resize=500x&compression=9", 1000, 1000, 500_000).cost().totalNanos())
                .isGreaterThan(base);
    }

    @Test
    void predict_ofUnknownLength_isNearAUsualFile() {
        long unknown = plan("resize=500x", 2000, 2000, -1).cost().totalNanos();
        long known = plan("resize=500x", 2000, 2000, 1_500_000).cost().totalNanos();
        assertThat(unknown).isCloseTo(known, Percentage.withPercentage(50));
    }

    @Test
    void predict_afterJobsThatTookTwiceAsLong_isTwiceAsMuch() {
        PipelinePlan plan = plan("resize=1500x", 2000, 2000, 1_000_000);
        for (int i = 0; i < 200; i++) {
            model.learn(plan, usedTimes(plan, 2));
        }
        assertThat(model.predict(plan).totalNanos())
                .isCloseTo(2 * plan.cost().totalNanos(), Percentage.withPercentage(5));
    }

    @Test
    void predict_afterOneWildJob_movesLittle() {
        PipelinePlan plan = plan("resize=1500x", 2000, 2000, 1_000_000);
        model.learn(plan, usedTimes(plan, 1000));
        assertThat((double) model.predict(plan).totalNanos() / plan.cost().totalNanos())
                .isBetween(1.0, 1.2);
    }

    @Test
    void predict_afterManyWildJobs_staysWithinItsBounds() {
        PipelinePlan plan = plan("resize=1500x", 2000, 2000, 1_000_000);
        for (int i = 0; i < 1000; i++) {
            model.learn(plan, usedTimes(plan, 1000));
        }
        assertThat((double) model.predict(plan).totalNanos() / plan.cost().totalNanos())
                .isCloseTo(Correction.MOST, within(0.1));
    }

    @Test
    void learn_ofSlowDecoding_leavesTheRestAsItIs() {
        PipelinePlan plan = plan("resize=1500x", 2000, 2000, 1_000_000);
        CpuUsage slowDecoder = used(
                10 * plan.cost().decodeNanos(),
                plan.cost().stepNanos(),
                plan.cost().encodeNanos());
        for (int i = 0; i < 100; i++) {
            model.learn(plan, slowDecoder);
        }
        assertThat(model.predict(plan).decodeNanos())
                .isGreaterThan(5 * plan.cost().decodeNanos());
        assertThat(model.predict(plan).encodeNanos()).isEqualTo(plan.cost().encodeNanos());
    }

    @Test
    void learn_ofVeryShortWork_changesNothing() {
        PipelinePlan plan = plan("resize=5x", 8, 8, 100);
        assertThat(plan.cost().totalNanos()).isLessThan(MILLI);
        for (int i = 0; i < 100; i++) {
            model.learn(plan, usedTimes(plan, 1.5));
        }
        assertThat(model.predict(plan).totalNanos()).isEqualTo(plan.cost().totalNanos());
    }

    @Test
    void learn_ofRepeatedEncoding_doesNotBlameTheEncoder() {
        PipelinePlan plan = plan("resize=1500x&format=jpeg&maxBytes=100000", 2000, 2000, 1_000_000);
        PipelinePlan once = plan("resize=1500x&format=jpeg", 2000, 2000, 1_000_000);
        assertThat(plan.cost().encodeNanos()).isGreaterThan(once.cost().encodeNanos());
        for (int i = 0; i < 100; i++) {
            model.learn(plan, usedTimes(plan, 3));
        }
        assertThat(model.predict(once).encodeNanos()).isEqualTo(once.cost().encodeNanos());
    }
}
