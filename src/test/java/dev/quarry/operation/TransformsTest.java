package dev.quarry.operation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.image.ChromaSubsampling;
import dev.quarry.image.ColorModel;
import dev.quarry.image.Image;
import dev.quarry.image.ImageSpec;
import dev.quarry.image.Orientation;
import dev.quarry.image.Rect;
import dev.quarry.kernel.ResampleFilter;
import dev.quarry.kernel.RotateKernel.Interpolation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every operation on pictures of every model: shapes, memory, stopping. */
class TransformsTest {

    private final Pictures pictures = new Pictures();

    @AfterEach
    void close() {
        pictures.close();
    }

    private static List<Operation> operations() {
        Color red = new Color(255, 0, 0, 255);
        Color glass = new Color(0, 0, 255, 100);
        return List.of(
                new Resize(30, 200, Fit.COVER, ResampleFilter.LANCZOS, true, Position.TOP_RIGHT, null),
                new Resize(45, null, Fit.INSIDE, ResampleFilter.BILINEAR, true, Position.CENTER, null),
                new Resize(90, 90, Fit.CONTAIN, ResampleFilter.BOX, false, Position.BOTTOM, red),
                new Resize(31, 31, Fit.CONTAIN, ResampleFilter.NEAREST, false, Position.CENTER, glass),
                new Resize(400, 300, Fit.FILL, ResampleFilter.BICUBIC, true, Position.CENTER, null),
                new Crop(5, 3, 21, 19, null),
                new Crop(null, null, 33, 33, Position.RIGHT),
                new Pad(1, 20, 3, 0, null),
                new Pad(1, 2, 3, 4, red),
                new Pad(1, 2, 3, 4, glass),
                new Rotate(90, Interpolation.BICUBIC, null),
                new Rotate(-180.0, Interpolation.BICUBIC, null),
                new Rotate(17, Interpolation.BICUBIC, null),
                new Rotate(-33.5, Interpolation.BILINEAR, red),
                new Rotate(200, Interpolation.NEAREST, glass),
                new Flip(),
                new Flop(),
                new Transpose(),
                new Transverse(),
                new Flatten(red),
                new Grayscale(),
                new Invert());
    }

    private static List<ImageSpec> shapes() {
        List<ImageSpec> shapes = new ArrayList<>();
        for (ColorModel model : ColorModel.values()) {
            if (model != ColorModel.YCBCR) {
                shapes.add(ImageSpec.of(61, 140, model));
            }
        }
        shapes.add(ImageSpec.ycbcr(61, 140, ChromaSubsampling.S420));
        shapes.add(ImageSpec.ycbcr(70, 149, ChromaSubsampling.S422).cropped(new Rect(9, 7, 61, 140)));
        return shapes;
    }

    /** One operation on one shape. */
    record Pair(Operation operation, ImageSpec shape) {}

    static List<Pair> pairs() {
        return shapes().stream()
                .flatMap(s -> operations().stream().map(o -> new Pair(o, s)))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void apply_ofEveryOperation_keepsItsPromises(Pair pair) {
        StorageCost cost = new StorageCost(pictures.storage(), false);
        Image image = pictures.noise(pair.shape(), 8);
        for (Transform transform : pair.operation().transforms(pair.shape())) {
            List<Transform> way = new ArrayList<>(Conversions.between(image.spec(), transform.inputSpec(image.spec())));
            way.add(transform);
            for (Transform part : way) {
                TransformMemory.stopEverywhere(pictures, part, image);
                image = TransformMemory.checked(pictures, part, image, cost);
            }
        }
        image.close();
    }

    @ParameterizedTest
    @EnumSource(Orientation.class)
    void turn_andItsInverse_giveThePictureBack(Orientation turn) {
        ImageSpec spec = ImageSpec.ycbcr(37, 29, ChromaSubsampling.S422);
        Orientation back = switch (turn) {
            case ROTATE_90 -> Orientation.ROTATE_270;
            case ROTATE_270 -> Orientation.ROTATE_90;
            case NONE, FLOP, ROTATE_180, FLIP, TRANSPOSE, TRANSVERSE -> turn;
        };
        Image input = pictures.noise(spec, 2);
        int[][][] before = Pictures.samples(input);
        try (Image result = pictures.run(input, pictures.context(), List.of(new Turn(turn), new Turn(back)))) {
            assertEquals(spec, result.spec());
            assertTrue(Arrays.deepEquals(before, Pictures.samples(result)));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "360, 0",
        "-720, 0",
        "90, 90",
        "450, 90",
        "90.0, 90",
        "-270, 90",
        "180, 180",
        "-180, 180",
        "-90, 270",
        "630, 270",
        "1e18, 280",
        "-1e-300, 0"
    })
    void rotate_byMultiplesOf90_isExact(double degrees, int turn) {
        ImageSpec spec = ImageSpec.of(3, 2, ColorModel.GRAY);
        List<Transform> transforms = new Rotate(degrees, Interpolation.BICUBIC, null).transforms(spec);
        List<Transform> expected = switch (turn) {
            case 0 -> List.of();
            case 90 -> List.of(new Turn(Orientation.ROTATE_90));
            case 180 -> List.of(new Turn(Orientation.ROTATE_180));
            case 270 -> List.of(new Turn(Orientation.ROTATE_270));
            default -> List.of(new Rotation(turn, Interpolation.BICUBIC, Color.WHITE));
        };
        assertEquals(expected, transforms);
    }

    /** Sizes that Pillow 13 gives with expand. */
    @ParameterizedTest
    @CsvSource({
        "301, 203, 17, 349, 283", "301, 203, -33.5, 365, 337", "100, 100, 45, 142, 142", "10, 10, 30, 14, 14",
        "1, 1, 45, 3, 3", "100, 50, 60, 94, 112", "3, 1, 0.01, 5, 3", "640, 480, 89.9, 482, 642"
    })
    void rotation_canvas_isPillows(int width, int height, double degrees, int newWidth, int newHeight) {
        double turn = degrees < 0 ? degrees + 360 : degrees;
        ImageSpec canvas = new Rotation(turn, Interpolation.BICUBIC, Color.WHITE)
                .outputSpec(ImageSpec.of(width, height, ColorModel.RGB));
        assertEquals(newWidth + "x" + newHeight, canvas.width() + "x" + canvas.height());
    }

    @Test
    void pad_ofAPictureWithAlpha_isTransparentUnlessAsked() {
        try (Image result =
                pictures.run(pictures.noise(ImageSpec.of(2, 2, ColorModel.RGBA), 1), new Pad(1, 1, 1, 1, null))) {
            assertEquals(0, result.plane(3).sample(0, 0));
            assertEquals(4, result.width());
        }
        try (Image result = pictures.run(
                pictures.noise(ImageSpec.of(2, 2, ColorModel.GRAY), 1),
                new Pad(1, 1, 1, 1, new Color(255, 0, 0, 255)))) {
            assertEquals(ColorModel.RGB, result.spec().model());
            assertEquals(255, result.plane(0).sample(0, 0));
            assertEquals(0, result.plane(1).sample(0, 0));
            assertEquals(result.plane(0).sample(1, 1), result.plane(1).sample(1, 1));
        }
        try (Image result = pictures.run(
                pictures.noise(ImageSpec.of(2, 2, ColorModel.RGB), 1), new Pad(1, 1, 1, 1, Color.TRANSPARENT))) {
            assertEquals(ColorModel.RGBA, result.spec().model());
            assertEquals(0, result.plane(3).sample(0, 0));
            assertEquals(255, result.plane(3).sample(1, 1));
        }
    }

    @ParameterizedTest
    @CsvSource({"0, 0, 62, 1", "0, 0, 1, 141", "61, 0, 1, 1", "1, 0, 61, 1", "65535, 65535, 65535, 65535"})
    void crop_outsideThePicture_isUnprocessable(int x, int y, int width, int height) {
        ImageSpec spec = ImageSpec.of(61, 140, ColorModel.RGB);
        Crop crop = new Crop(x, y, width, height, null);
        assertThrows(UnprocessableImageException.class, () -> crop.transforms(spec));
        assertThrows(
                UnprocessableImageException.class, () -> new Crop(null, null, 62, 1, Position.CENTER).transforms(spec));
    }

    @ParameterizedTest
    @CsvSource({
        "CENTER, 2, 3",
        "TOP, 2, 0",
        "TOP_RIGHT, 5, 0",
        "RIGHT, 5, 3",
        "BOTTOM_RIGHT, 5, 7",
        "BOTTOM, 2, 7",
        "BOTTOM_LEFT, 0, 7",
        "LEFT, 0, 3",
        "TOP_LEFT, 0, 0"
    })
    void position_ofEachName_leavesTheFloorOfItsFraction(Position position, long x, long y) {
        assertEquals(x, position.x(5));
        assertEquals(y, position.y(7));
    }
}
