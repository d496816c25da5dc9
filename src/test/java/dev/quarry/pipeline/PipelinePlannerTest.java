package dev.quarry.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.codec.ByteRange;
import dev.quarry.codec.ImageFormat;
import dev.quarry.codec.ImageHeader;
import dev.quarry.codec.UnsupportedFormatException;
import dev.quarry.error.ErrorKind;
import dev.quarry.error.ServiceException;
import dev.quarry.image.ChromaSubsampling;
import dev.quarry.image.ColorModel;
import dev.quarry.image.ImageLimits;
import dev.quarry.image.ImageSpec;
import dev.quarry.image.ImageTooLargeException;
import dev.quarry.image.Orientation;
import dev.quarry.operation.OperationCatalog;
import dev.quarry.storage.BlockStorage;
import dev.quarry.storage.StorageSettings;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PipelinePlannerTest {

    private static final ImageFormat[] WRITTEN = {ImageFormat.JPEG, ImageFormat.PNG, ImageFormat.WEBP};

    private final BlockStorage storage = BlockStorage.open(StorageSettings.portable(128L << 20));
    private final PipelineParser parser = new PipelineParser(new OperationCatalog(), PipelineSettings.defaults());

    @AfterEach
    void close() {
        storage.close();
    }

    private PipelinePlanner planner(PipelineSettings settings) {
        return new PipelinePlanner(Plans.codecs(WRITTEN), storage, new ImageLimits(50_000_000, 40_000), settings);
    }

    private PipelinePlan plan(ImageHeader header, String query) {
        return planner(PipelineSettings.defaults())
                .plan(parser.parse(query, null), header, OutputRequest.anything(), -1);
    }

    private PipelinePlan plan(int width, int height, String query) {
        return plan(Plans.jpeg(width, height, Orientation.NONE), query);
    }

    private ServiceException refused(ImageHeader header, String query) {
        return assertThrows(ServiceException.class, () -> plan(header, query));
    }

    private static List<String> labels(PipelinePlan plan) {
        return plan.steps().stream().map(PlannedStep::label).toList();
    }

    @ParameterizedTest
    @CsvSource({
        "2725, 2225, resize=720x, 3",
        "2725, 2225, resize=1021x, 3",
        "2725, 2225, resize=1022x, 4",
        "2725, 2225, resize=1362x, 4",
        "2725, 2225, resize=1363x, 8",
        "6000, 4000, resize=300x, 1",
        "6000, 4000, resize=750x, 1",
        "6000, 4000, resize=751x, 2",
        "6000, 4000, resize=1500x, 2",
        "6000, 4000, 'resize=1500x1000,fit:fill', 2",
        "6000, 4000, 'resize=1500x1001,fit:fill', 3",
        "6000, 4000, 'resize=700x4000,fit:fill', 8",
        "6000, 4000, 'resize=700x700,fit:cover', 2",
        "6000, 4000, 'resize=700x700,fit:contain', 1",
        "6000, 4000, 'resize=700x700,fit:outside', 2",
        "6000, 4000, 'resize=300x,filter:nearest', 8",
        "6000, 4000, resize=9000x, 8",
        "6000, 4000, '', 8",
        "6000, 4000, crop=300x300, 8",
        "6000, 4000, crop=3000x3000&resize=700x, 2",
        "6000, 4000, rotate=90&resize=500x, 1",
        "6000, 4000, rotate=90&resize=501x, 2",
        "6000, 4000, flip&crop=5001x3001+3+5&flop&resize=600x, 1",
        "6000, 4000, grayscale&resize=300x, 1",
        "6000, 4000, invert&resize=300x, 8",
        "3000, 2000, pad=5&resize=150x, 8",
        "3000, 2000, rotate=5&resize=150x, 8",
        "6000, 4000, resize=4000x&resize=300x, 8",
        "6000, 4000, flatten&resize=300x, 1",
    })
    void plan_ofAJpeg_isReducedAsMuchAsTheFirstResizeAllows(int width, int height, String query, int eighths) {
        PipelineSettings greedy = new PipelineSettings(32, 8, 1.0, 0);
        PipelinePlan plan = planner(greedy)
                .plan(
                        parser.parse(query, null),
                        Plans.jpeg(width, height, Orientation.NONE),
                        OutputRequest.anything(),
                        -1);
        assertEquals(eighths, plan.eighths());
    }

    @ParameterizedTest
    @CsvSource({
        "resize=536x, 1",
        "resize=537x, 2",
        "resize=1071x, 2",
        "resize=1072x, 3",
        "resize=1607x, 3",
        "resize=1608x, 4",
        "resize=2142x, 4",
        "resize=2143x, 8"
    })
    void plan_byDefault_leavesTwoFifthsMore(String query, int eighths) {
        assertEquals(eighths, plan(6000, 4000, query).eighths());
    }

    @Test
    void plan_ofAnOrientedJpeg_turnsFirstAndFitsTheShownPicture() {
        ImageHeader header = Plans.jpeg(4000, 3000, Orientation.ROTATE_90);
        PipelinePlan plan = plan(header, "resize=900x");
        assertEquals(List.of("orient", "resize"), labels(plan));
        assertEquals(900, plan.resultSpec().width());
        assertEquals(1200, plan.resultSpec().height());
        assertEquals(4, plan.eighths());
        PipelinePlan stored = plan(header, "resize=1200x&autoOrient=false");
        assertEquals(List.of("resize"), labels(stored));
        assertEquals(900, stored.resultSpec().height());
    }

    @ParameterizedTest
    @CsvSource({
        "resize=720x, 'resize'",
        "'', ''",
        "crop=101x77+2+4, 'crop'",
        "crop=101x77+3+4, 'crop,convert'",
        "crop=101x77+3+4&resize=50x, 'crop,resize'",
        "resize=720x&format=png, 'resize,convert'",
        "invert, 'convert,invert,convert,convert'",
        "invert&pad=3&rotate=5, 'convert,invert,pad,rotate,convert,convert'",
        "'resize=700x700,fit:contain', 'resize,convert,resize,convert,convert'",
        "grayscale, grayscale",
        "grayscale&invert&format=png, 'grayscale,invert'",
        "chroma=4:4:4, 'convert'",
        "resize=720x&chroma=4:4:4, 'resize'",
        "pad=0&rotate=360&resize=9000x&crop=2725x2225+0+0, ''",
    })
    void plan_ofAJpeg_convertsOnceAndOnlyWhereNeeded(String query, String labels) {
        assertEquals(labels, String.join(",", labels(plan(2725, 2225, query))));
    }

    @Test
    void plan_whereTheEncoderWantsOtherChroma_letsTheResizeMakeIt() {
        PipelinePlan png = plan(2725, 2225, "resize=720x&format=png");
        assertEquals(
                ImageSpec.ycbcr(720, 588, ChromaSubsampling.S444),
                png.steps().getFirst().output());
        assertEquals(ImageSpec.of(720, 588, ColorModel.RGB), png.resultSpec());
        assertEquals(
                ImageSpec.ycbcr(720, 588, ChromaSubsampling.S444),
                plan(2725, 2225, "resize=720x&chroma=4:4:4").resultSpec());
    }

    @ParameterizedTest
    @CsvSource({
        "RGBA, PNG, '', PNG, RGBA", "RGBA, PNG, format=jpeg, JPEG, YCBCR", "GRAY, PNG, format=jpeg, JPEG, GRAY",
        "GRAY_ALPHA, PNG, format=jpeg, JPEG, GRAY", "CMYK, JPEG, '', JPEG, YCBCR", "CMYK, JPEG, format=png, PNG, RGB",
        "RGBA, GIF, '', PNG, RGBA", "RGB, BMP, '', JPEG, YCBCR", "RGBA, BMP, flatten, JPEG, YCBCR",
        "RGB, BMP, 'pad=1,background:transparent', PNG, RGBA", "GRAY, PNG, 'pad=1,background:red', PNG, RGB"
    })
    void plan_ofEachModel_endsInAFormatThatHoldsIt(
            ColorModel model, ImageFormat source, String query, ImageFormat format, ColorModel result) {
        PipelinePlan plan = plan(Plans.header(source, 40, 30, model, Orientation.NONE), query);
        assertEquals(format, plan.encoder().format());
        assertEquals(result, plan.resultSpec().model());
    }

    @ParameterizedTest
    @CsvSource({
        "40001, 10, '', 'the image'",
        "10000, 5001, '', 'the image'",
        "100, 100, 'flip&pad=39000&resize=10x', 'step 1 (pad)'",
        "100, 100, 'resize=39999x,enlarge:true', 'step 0 (resize)'",
        "1, 40000, 'resize=60000x,enlarge:true', 'step 0 (resize)'",
    })
    void plan_overThePixelLimit_isRefusedBeforeAnythingIsDone(int width, int height, String query, String what) {
        ServiceException refusal = refused(Plans.jpeg(width, height, Orientation.NONE), query);
        assertEquals(ErrorKind.IMAGE_TOO_LARGE, refusal.kind());
        assertTrue(refusal.detail().contains(what), refusal.detail());
        assertTrue(refusal.facts().containsKey("limit") && refusal.facts().containsKey("actual"));
    }

    @Test
    void plan_ofAStepThatDoesNotFit_namesTheStep() {
        ServiceException refusal = refused(Plans.jpeg(100, 80, Orientation.NONE), "flip&crop=101x5");
        assertEquals(ErrorKind.UNPROCESSABLE_IMAGE, refusal.kind());
        assertEquals(1, refusal.facts().get("step"));
        assertEquals("crop", refusal.facts().get("operation"));
    }

    @Test
    void plan_overTheFormatsLimit_namesIt() {
        ServiceException refusal = refused(Plans.jpeg(16_384, 100, Orientation.NONE), "format=webp");
        assertEquals(ImageTooLargeException.class, refusal.getClass());
        assertEquals(16_383L, refusal.facts().get("limit"));
        assertTrue(refusal.detail().contains("webp"), refusal.detail());
        assertEquals(
                ImageFormat.WEBP, plan(16_383, 100, "format=webp").encoder().format());
    }

    @Test
    void plan_inAFormatThatCannotBeWritten_listsThoseThatCan() {
        ServiceException refusal = refused(Plans.jpeg(10, 10, Orientation.NONE), "format=avif");
        assertEquals(UnsupportedFormatException.class, refusal.getClass());
        assertEquals(List.of("jpeg", "png", "webp"), refusal.facts().get("allowed"));
    }

    @Test
    void plan_overTheMemoryBudget_givesBothNumbers() {
        ServiceException refusal =
                refused(Plans.header(ImageFormat.PNG, 7000, 7000, ColorModel.RGBA, Orientation.NONE), "");
        assertEquals(ErrorKind.MEMORY_BUDGET_EXCEEDED, refusal.kind());
        assertEquals(storage.budgetBytes(), refusal.facts().get("limit"));
        long actual = assertInstanceOf(Long.class, refusal.facts().get("actual"));
        assertTrue(actual > 4L * 7000 * 7000);
        PipelineRequest request = parser.parse("", null);
        ImageHeader small = Plans.jpeg(100, 100, Orientation.NONE);
        PipelinePlanner planner = planner(PipelineSettings.defaults());
        assertThrows(
                MemoryBudgetExceededException.class,
                () -> planner.plan(request, small, OutputRequest.anything(), storage.budgetBytes()));
    }

    @Test
    void plan_withOptionsThatTheFormatHasNot_warns() {
        assertEquals(
                List.of(),
                plan(10, 10, "quality=80&progressive=true&chroma=4:4:4").warnings());
        List<String> warnings =
                plan(10, 10, "format=png&quality=80&compression=9").warnings();
        assertEquals(1, warnings.size());
        assertTrue(warnings.getFirst().contains("quality"), warnings.getFirst());
        assertEquals(1, plan(10, 10, "compression=9").warnings().size());
    }

    @Test
    void plan_ofAProfileThatTheResultCannotCarry_warns() {
        ImageHeader header = new ImageHeader(
                ImageFormat.JPEG,
                10,
                10,
                ColorModel.YCBCR,
                ChromaSubsampling.S420,
                8,
                Orientation.NONE,
                1,
                false,
                -1,
                List.of(new ByteRange(20, 3_000)),
                null);
        PipelinePlan kept = plan(header, "");
        assertEquals(List.of(), kept.warnings());
        assertTrue(kept.resultBytes() >= 3_000, "the profile is part of the result");
        List<String> warnings = plan(header, "grayscale").warnings();
        assertEquals(1, warnings.size());
        assertTrue(warnings.getFirst().contains("profile"), warnings.getFirst());
    }

    @Test
    void plan_memory_addsUpPixelsResultAndLibraries() {
        PipelinePlan plan = plan(2725, 2225, "resize=720x");
        assertEquals(plan.pixelBytes() + plan.resultBytes() + 2_000, plan.reservedBytes());
        long decoded = plan.decodedSpec().samples();
        assertTrue(plan.pixelBytes() > decoded + plan.resultSpec().samples());
        assertTrue(plan.pixelBytes() < 1.3 * (decoded + plan.resultSpec().samples()) + 262_144);
    }
}
