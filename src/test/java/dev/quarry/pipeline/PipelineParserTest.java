package dev.quarry.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.codec.ImageFormat;
import dev.quarry.error.ErrorKind;
import dev.quarry.error.ServiceException;
import dev.quarry.image.ChromaSubsampling;
import dev.quarry.kernel.ResampleFilter;
import dev.quarry.kernel.RotateKernel.Interpolation;
import dev.quarry.operation.Color;
import dev.quarry.operation.Crop;
import dev.quarry.operation.Fit;
import dev.quarry.operation.Flatten;
import dev.quarry.operation.Flip;
import dev.quarry.operation.Operation;
import dev.quarry.operation.OperationCatalog;
import dev.quarry.operation.Pad;
import dev.quarry.operation.Position;
import dev.quarry.operation.Resize;
import dev.quarry.operation.Rotate;
import dev.quarry.pipeline.OutputRequest.FormatChoice;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PipelineParserTest {

    private final PipelineParser parser = new PipelineParser(new OperationCatalog(), PipelineSettings.defaults());

    private static Resize resize(@Nullable Integer width, @Nullable Integer height) {
        return new Resize(width, height, Fit.INSIDE, ResampleFilter.LANCZOS, false, Position.CENTER, null);
    }

    private List<Operation> query(String query) {
        return operations(parser.parse(query, null));
    }

    private List<Operation> json(String steps) {
        return operations(parser.parse(null, "{\"steps\":[" + steps + "]}"));
    }

    private static List<Operation> operations(PipelineRequest request) {
        return request.steps().stream().map(PipelineStep::operation).toList();
    }

    private ServiceException refused(@Nullable String query, @Nullable String json) {
        return assertThrows(ServiceException.class, () -> parser.parse(query, json));
    }

    private ServiceException refusedStep(String step) {
        return refused(null, "{\"steps\":[{\"op\":\"flip\"}," + step + "]}");
    }

    @Test
    void parse_nothing_reencodes() {
        PipelineRequest request = parser.parse(null, null);
        assertEquals(new PipelineRequest(List.of(), OutputRequest.defaults(), true, null), request);
        assertEquals(request, parser.parse("", "{}"));
        assertEquals(request, parser.parse("&&", "{\"steps\":[],\"output\":{}}"));
    }

    @Test
    void query_primaryForms_areUnderstood() {
        assertEquals(List.of(resize(800, 600)), query("resize=800x600"));
        assertEquals(List.of(resize(720, null)), query("resize=720x"));
        assertEquals(List.of(resize(null, 42)), query("resize=x42"));
        assertEquals(List.of(new Crop(33, 21, 101, 77, null)), query("crop=101x77+33+21"));
        assertEquals(List.of(new Crop(null, null, 101, 77, Position.CENTER)), query("crop=101x77"));
        assertEquals(List.of(new Pad(5, 5, 5, 5, null)), query("pad=5"));
        assertEquals(List.of(new Rotate(-33.5, Interpolation.BICUBIC, null)), query("rotate=-33.5"));
        assertEquals(List.of(new Flatten(new Color(0x0a, 0xc8, 0x1e, 255))), query("flatten=%230ac81e"));
        assertEquals(List.of(new Flatten(new Color(255, 0, 0, 255))), query("flatten=red"));
    }

    @Test
    void query_stepsInOrderWithRepeats_areKept() {
        assertEquals(
                List.of(new Flip(), new Rotate(90, Interpolation.BICUBIC, null), new Flip()),
                query("flip&quality=70&rotate=90.0&flip="));
        assertEquals(
                List.of(0, 1),
                parser.parse("flip&format=png&flip", null).steps().stream()
                        .map(PipelineStep::index)
                        .toList());
    }

    @Test
    void query_namedParameters_areUnderstood() {
        Resize expected = new Resize(
                80, 60, Fit.CONTAIN, ResampleFilter.BOX, true, Position.BOTTOM_LEFT, new Color(255, 136, 0, 128));
        assertEquals(
                List.of(expected),
                query("resize=80x60,fit:contain,filter:box,enlarge:true,position:bottom-left,background:ff880080"));
        assertEquals(
                List.of(expected),
                query("resize=width:80,height:60,fit:contain,filter:box,enlarge:true,position:bottom%2Dleft,"
                        + "background:%23ff880080"));
    }

    @Test
    void json_sameSteps_giveTheSameOperations() {
        assertEquals(
                query("resize=80x60,fit:cover,position:top&crop=5x4+1+2&pad=1,left:0,background:white&rotate=17"
                                .replace("pad=1,left:0", "pad=top:1,right:1,bottom:1"))
                        .toString(),
                json("{\"op\":\"resize\",\"width\":80,\"height\":60.0,\"fit\":\"cover\",\"position\":\"top\"},"
                                + "{\"op\":\"crop\",\"x\":1,\"y\":2,\"width\":5,\"height\":4},"
                                + "{\"op\":\"pad\",\"top\":1,\"right\":1,\"bottom\":1,\"background\":\"#fff\"},"
                                + "{\"op\":\"rotate\",\"degrees\":1.7e1}")
                        .toString());
    }

    @Test
    void options_inEitherForm_areUnderstood() {
        OutputRequest expected = new OutputRequest(
                FormatChoice.NAMED, ImageFormat.JPEG, 70, true, ChromaSubsampling.S444, 9, false, 3, 100_000L);
        PipelineRequest queried = parser.parse(
                "format=jpg&lossless=false&effort=3&quality=70&progressive=true&chroma=4:4:4&compression=9&maxBytes=100000&autoOrient=false"
                        + "&timeout=2.5&metadata=strip&profile=keep",
                null);
        assertEquals(new PipelineRequest(List.of(), expected, false, Duration.ofMillis(2500)), queried);
        assertEquals(
                queried,
                parser.parse(
                        "chroma=4%3A4%3A4&quality=70",
                        "{\"autoOrient\":false,\"timeout\":2.5,\"output\":{\"format\":\"jpeg\",\"quality\":70,"
                                + "\"progressive\":true,\"compression\":9,\"lossless\":false,\"effort\":3,\"maxBytes\":100000,\"metadata\":\"strip\","
                                + "\"profile\":\"keep\"}}"));
        assertEquals(
                FormatChoice.AUTO, parser.parse("format=auto", null).output().choice());
    }

    @Test
    void options_besideJsonSteps_areAllowed() {
        PipelineRequest request = parser.parse("format=png", "{\"steps\":[{\"op\":\"flip\"}]}");
        assertEquals(List.of(new Flip()), operations(request));
        assertEquals(ImageFormat.PNG, request.output().format());
    }

    @Test
    void steps_inBothForms_areRefused() {
        assertEquals(
                ErrorKind.MALFORMED_REQUEST,
                refused("flip", "{\"steps\":[{\"op\":\"flip\"}]}").kind());
    }

    @ParameterizedTest
    @CsvSource({"quality=80, '{\"output\":{\"quality\":70}}'", "autoOrient=true, '{\"autoOrient\":false}'"})
    void option_givenTwiceWithDifferentMeaning_isRefused(String query, String json) {
        ServiceException refusal = refused(query, json);
        assertEquals(ErrorKind.INVALID_PARAMETER, refusal.kind());
        assertTrue(refusal.detail().contains("given twice"), refusal.detail());
        assertEquals(
                ErrorKind.INVALID_PARAMETER,
                refused(query + "&" + query.replaceAll("=.*", "=31"), null).kind());
    }

    @Test
    void option_givenTwiceWithOneMeaning_isAllowed() {
        assertEquals(
                ImageFormat.JPEG,
                parser.parse("format=jpg", "{\"output\":{\"format\":\"jpeg\"}}")
                        .output()
                        .format());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "[]",
                "null",
                "3",
                "\"x\"",
                "{",
                "{\"steps\":[",
                "{\"steps\":[]}}",
                "{\"steps\":[]} {}",
                "{\"steps\":[],\"steps\":[]}",
                "{\"steps\":[{\"op\":\"flip\",\"op\":\"flop\"}]}",
                "{'steps':[]}",
                "{\"timeout\":NaN}",
                "{\"timeout\":Infinity}",
                "{\"timeout\":01}",
                "{\"timeout\":.5}",
                "{\"timeout\":+1}",
                "{\"steps\":[],}",
                "{/**/}",
                "{\"a\":[[[[[[[[[]]]]]]]]]}",
                "{\"steps\":{}}",
                "{\"steps\":null}",
                "{\"steps\":[3]}",
                "{\"output\":[]}",
                "{\"output\":null}",
                "\uFEFF{}",
                "{\"steps\":\"\u0000\"}"
            })
    void json_brokenOrOfTheWrongShape_isMalformed(String json) {
        assertEquals(ErrorKind.MALFORMED_REQUEST, refused(null, json).kind());
    }

    @Test
    void json_overTheLimits_isMalformedAndNamesThem() {
        ServiceException many = refused(null, "{\"steps\":[" + "{\"op\":\"flip\"},".repeat(32) + "{\"op\":\"flip\"}]}");
        assertEquals(ErrorKind.MALFORMED_REQUEST, many.kind());
        assertEquals(32, many.facts().get("limit"));
        assertEquals(33, many.facts().get("actual"));
        ServiceException query = refused("flip&".repeat(33), null);
        assertEquals(32, query.facts().get("limit"));
        assertEquals(32, query("flip&".repeat(32)).size());
    }

    @Test
    void step_withUnknownOperation_namesItsIndexAndWhatIsAllowed() {
        ServiceException refusal = refusedStep("{\"op\":\"Resize\"}");
        assertEquals(ErrorKind.UNKNOWN_OPERATION, refusal.kind());
        assertEquals(1, refusal.facts().get("step"));
        assertEquals(new OperationCatalog().names(), refusal.facts().get("allowed"));
        assertTrue(refusal.detail().contains("'Resize'") && refusal.detail().contains("grayscale"), refusal.detail());
        ServiceException queried = refused("flip&blurr=3", null);
        assertEquals(ErrorKind.UNKNOWN_OPERATION, queried.kind());
        assertEquals(1, queried.facts().get("step"));
        assertTrue(queried.detail().contains("quality"), queried.detail());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"op\":\"resize\",\"widht\":3}|widht|UNKNOWN_PARAMETER",
                "{\"op\":\"flip\",\"x\":3}|x|UNKNOWN_PARAMETER",
                "{\"op\":\"resize\"}|width|INVALID_PARAMETER",
                "{\"op\":\"resize\",\"width\":\"800\"}|width|INVALID_PARAMETER",
                "{\"op\":\"resize\",\"width\":null}|width|INVALID_PARAMETER",
                "{\"op\":\"resize\",\"width\":true}|width|INVALID_PARAMETER",
                "{\"op\":\"resize\",\"width\":[800]}|width|INVALID_PARAMETER",
                "{\"op\":\"resize\",\"width\":{}}|width|INVALID_PARAMETER",
                "{\"op\":\"resize\",\"width\":0}|width|INVALID_PARAMETER",
                "{\"op\":\"resize\",\"width\":-0}|width|INVALID_PARAMETER",
                "{\"op\":\"resize\",\"width\":-5}|width|INVALID_PARAMETER",
                "{\"op\":\"resize\",\"width\":1.5}|width|INVALID_PARAMETER",
                "{\"op\":\"resize\",\"width\":65536}|width|INVALID_PARAMETER",
                "{\"op\":\"resize\",\"width\":1e400}|width|INVALID_PARAMETER",
                "{\"op\":\"resize\",\"width\":1e2}|width|INVALID_PARAMETER",
                "{\"op\":\"resize\",\"width\":100.5}|width|INVALID_PARAMETER",
                "{\"op\":\"resize\",\"width\":99999999999999999999999999}|width|INVALID_PARAMETER",
                "{\"op\":\"resize\",\"width\":9,\"fit\":\"Cover\"}|fit|INVALID_PARAMETER",
                "{\"op\":\"resize\",\"width\":9,\"fit\":3}|fit|INVALID_PARAMETER",
                "{\"op\":\"resize\",\"width\":9,\"enlarge\":\"true\"}|enlarge|INVALID_PARAMETER",
                "{\"op\":\"resize\",\"width\":9,\"enlarge\":1}|enlarge|INVALID_PARAMETER",
                "{\"op\":\"resize\",\"width\":9,\"position\":\"attention\"}|position|INVALID_PARAMETER",
                "{\"op\":\"resize\",\"width\":9,\"background\":\"#ggg\"}|background|INVALID_PARAMETER",
                "{\"op\":\"flatten\",\"background\":\"#00000080\"}|background|INVALID_PARAMETER",
                "{\"op\":\"rotate\"}|degrees|INVALID_PARAMETER",
                "{\"op\":\"rotate\",\"degrees\":1e999}|degrees|INVALID_PARAMETER",
                "{\"op\":\"crop\",\"width\":3}|height|INVALID_PARAMETER",
                "{\"op\":\"crop\",\"width\":3,\"height\":3,\"x\":1}|y|INVALID_PARAMETER",
                "{\"op\":\"crop\",\"width\":3,\"height\":3,\"x\":-1,\"y\":1}|x|INVALID_PARAMETER",
                "{\"op\":\"crop\",\"width\":3,\"height\":3,\"x\":1,\"y\":1,\"position\":\"top\"}|position|INVALID_PARAMETER",
                "{}|op|INVALID_PARAMETER",
                "{\"op\":7}|op|INVALID_PARAMETER",
            })
    void step_withABadParameter_isRefusedByName(String step, String parameter, ErrorKind kind) {
        ServiceException refusal = refusedStep(step);
        assertEquals(kind, refusal.kind(), refusal.detail());
        assertEquals(parameter, refusal.facts().get("parameter"), refusal.detail());
        assertEquals(1, refusal.facts().get("step"));
        assertTrue(refusal.detail().contains("step 1"), refusal.detail());
        assertTrue(refusal.detail().contains(parameter), refusal.detail());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "resize",
                "resize=",
                "resize=720",
                "resize=x",
                "resize=0x5",
                "resize=-3x5",
                "resize=1e400x5",
                "resize=axb",
                "resize=8x6x4",
                "resize=800x600,",
                "resize=800x600,cover",
                "resize=,fit:cover",
                "resize=800x600,width:3",
                "resize=800x600,fit:cover,fit:cover",
                "resize=800x600,fit:",
                "resize=800x600,:cover",
                "resize= 8x6",
                "resize=800x600%2Cfit:cover",
                "crop=5x5+1",
                "crop=5x5+1+-2",
                "crop=5x5-1-2",
                "crop=5x5+1+2+3",
                "crop=x5",
                "flip=true",
                "flip=x:1",
                "rotate=NaN",
                "rotate=1e400",
                "rotate=0x10",
                "rotate=",
                "pad=-1",
                "pad=1,left:2",
                "pad=top:1.5",
                "flatten=nocolour",
                "flatten=%00",
                "resize=٣x",
                "autoOrient",
                "autoOrient=1",
                "quality=",
                "quality=0",
                "quality=101",
                "quality=80.5",
                "format=jpeg2000",
                "format=JPEG",
                "chroma=4:2:2",
                "timeout=0",
                "timeout=-1",
                "timeout=1e9",
                "maxBytes=0",
                "metadata=keep",
                "profile=srgb",
                "lossless=1",
                "effort=7",
                "Quality=80",
                "resize%3D8x8",
                "=",
                "=5",
                "progressive=yes",
                "compression=10"
            })
    void query_badValue_isRefusedAsAFaultOfTheRequest(String query) {
        ServiceException refusal = refused(query, null);
        assertTrue(
                List.of(
                                ErrorKind.MALFORMED_REQUEST,
                                ErrorKind.UNKNOWN_OPERATION,
                                ErrorKind.UNKNOWN_PARAMETER,
                                ErrorKind.INVALID_PARAMETER)
                        .contains(refusal.kind()),
                refusal.kind() + " " + refusal.detail());
        assertFalse(refusal.detail().isBlank());
        assertTrue(refusal.getStackTrace().length == 0, "an expected refusal carries no stack trace");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"flatten=%", "flatten=%2", "flatten=%zz", "flatten=%+1", "flatten=%ff", "flatten=%c3", "%80"})
    void query_brokenPercentEncoding_isMalformed(String query) {
        assertEquals(ErrorKind.MALFORMED_REQUEST, refused(query, null).kind());
    }

    @Test
    void query_plus_isLiteral() {
        assertEquals(List.of(new Crop(1, 2, 5, 4, null)), query("crop=5x4+1+2"));
        assertEquals(List.of(new Crop(1, 2, 5, 4, null)), query("crop=5x4%2B1%2B2"));
        assertEquals(List.of(new Rotate(5, Interpolation.BICUBIC, null)), query("rotate=+5"));
    }

    @Test
    void refusal_ofHostileText_isShortAndWithoutControlCharacters() {
        ServiceException refusal = refused("flatten=" + "%0a%1b%7f" + "x".repeat(5000), null);
        assertTrue(refusal.detail().length() < 400, refusal.detail());
        assertTrue(refusal.detail().chars().noneMatch(Character::isISOControl), refusal.detail());
        ServiceException lone = refused(null, "{\"steps\":[{\"op\":\"\\ud800\"}]}");
        assertTrue(lone.detail().chars().noneMatch(c -> Character.isSurrogate((char) c)), lone.detail());
    }

    @Test
    void refusal_ofAnUnknownMember_listsWhatIsAllowed() {
        ServiceException top = refused(null, "{\"step\":[]}");
        assertEquals(
                List.of("steps", "output", "autoOrient", "timeout"), top.facts().get("allowed"));
        ServiceException output = refused(null, "{\"output\":{\"qualty\":3}}");
        assertEquals("qualty", output.facts().get("parameter"));
        assertTrue(output.detail().contains("quality"), output.detail());
    }

    @Test
    void parse_underAnotherLocale_isTheSame() {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.of("tr", "TR"));
            assertEquals(List.of(new Flatten(new Color(75, 0, 130, 255))), query("flatten=INDIGO"));
            assertEquals(
                    "bilinear",
                    new PipelineParser(new OperationCatalog(), PipelineSettings.defaults())
                                            .parse("resize=3x3,filter:bilinear", null)
                                            .steps()
                                            .getFirst()
                                            .operation()
                                    instanceof Resize resize
                            ? resize.filter().label()
                            : "");
        } finally {
            Locale.setDefault(before);
        }
    }
}
