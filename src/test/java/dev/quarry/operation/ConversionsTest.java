package dev.quarry.operation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.image.ChromaSubsampling;
import dev.quarry.image.ColorModel;
import dev.quarry.image.Image;
import dev.quarry.image.ImageSpec;
import dev.quarry.image.Orientation;
import dev.quarry.image.Plane;
import dev.quarry.image.Rect;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ConversionsTest {

    private static final int WIDTH = 37;
    private static final int HEIGHT = 29;

    private final Pictures pictures = new Pictures();

    @AfterEach
    void close() {
        pictures.close();
    }

    /** One conversion. */
    record Pair(ImageSpec have, ImageSpec want) {

        @Override
        public String toString() {
            return have.model() + " " + have.subsampling() + (have.isAligned() ? "" : " shifted") + " to "
                    + want.model() + " " + want.subsampling();
        }
    }

    private static List<ImageSpec> aligned() {
        List<ImageSpec> specs = new ArrayList<>();
        for (ColorModel model : ColorModel.values()) {
            if (model != ColorModel.YCBCR) {
                specs.add(ImageSpec.of(WIDTH, HEIGHT, model));
            }
        }
        for (ChromaSubsampling subsampling : ChromaSubsampling.values()) {
            specs.add(ImageSpec.ycbcr(WIDTH, HEIGHT, subsampling));
        }
        return specs;
    }

    static List<Pair> pairs() {
        List<ImageSpec> have = new ArrayList<>(aligned());
        for (ChromaSubsampling subsampling : ChromaSubsampling.values()) {
            ImageSpec larger = ImageSpec.ycbcr(WIDTH + 10, HEIGHT + 8, subsampling);
            have.add(larger.cropped(new Rect(5, 3, WIDTH, HEIGHT)));
            have.add(ImageSpec.ycbcr(HEIGHT, WIDTH, subsampling).oriented(Orientation.TRANSVERSE));
        }
        List<Pair> pairs = new ArrayList<>();
        for (ImageSpec from : have) {
            for (ImageSpec to : aligned()) {
                if (to.model() != ColorModel.CMYK) {
                    pairs.add(new Pair(from, to));
                }
            }
        }
        return pairs;
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void between_anyTwoShapes_leadsThereWithinItsMemory(Pair pair) {
        Image image = pictures.noise(pair.have(), 3);
        StorageCost cost = new StorageCost(pictures.storage(), false);
        for (Transform conversion : Conversions.between(pair.have(), pair.want())) {
            ImageSpec before = image.spec();
            assertEquals(before, conversion.inputSpec(before), conversion + " takes what it is given");
            image = TransformMemory.checked(pictures, conversion, image, cost);
        }
        try (Image result = image) {
            assertEquals(pair.want(), result.spec());
        }
    }

    @Test
    void between_equalShapes_isNothing() {
        for (ImageSpec spec : aligned()) {
            assertEquals(List.of(), Conversions.between(spec, spec));
        }
    }

    @Test
    void between_toInk_isRefused() {
        assertThrows(
                IllegalArgumentException.class,
                () -> Conversions.between(ImageSpec.of(3, 3, ColorModel.RGB), ImageSpec.of(3, 3, ColorModel.CMYK)));
    }

    private Image converted(Image image, ImageSpec want) {
        Image result = image;
        for (Transform conversion : Conversions.between(image.spec(), want)) {
            result = conversion.apply(result, pictures.context());
        }
        return result;
    }

    private Image filled(ImageSpec spec, int... values) {
        Image image = Image.allocate(pictures.scope(), spec, false);
        for (int band = 0; band < values.length; band++) {
            Plane plane = image.plane(band);
            for (int y = 0; y < plane.height(); y++) {
                for (int x = 0; x < plane.width(); x++) {
                    plane.setSample(x, y, values[band]);
                }
            }
        }
        return image;
    }

    private void assertFilled(Image image, int... values) {
        try (image) {
            for (int band = 0; band < values.length; band++) {
                for (int[] row : Pictures.samples(image)[band]) {
                    for (int sample : row) {
                        assertEquals(values[band], sample, 1, "band " + band);
                    }
                }
            }
        }
    }

    @Test
    void conversions_ofPlainColours_giveTheKnownValues() {
        ImageSpec jpeg = ImageSpec.ycbcr(WIDTH, HEIGHT, ChromaSubsampling.S420);
        ImageSpec rgb = ImageSpec.of(WIDTH, HEIGHT, ColorModel.RGB);
        assertFilled(converted(filled(jpeg, 76, 85, 255), rgb), 254, 0, 0);
        assertFilled(converted(filled(rgb, 255, 0, 0), jpeg), 76, 85, 255);
        assertFilled(converted(filled(rgb, 255, 0, 0), rgb.withModel(ColorModel.GRAY)), 76);
        assertFilled(converted(filled(rgb.withModel(ColorModel.GRAY), 90), jpeg), 90, 128, 128);
        assertFilled(converted(filled(rgb.withModel(ColorModel.CMYK), 0, 255, 128, 51), rgb), 204, 0, 102);
        assertFilled(
                converted(filled(rgb.withModel(ColorModel.GRAY_ALPHA), 90, 7), rgb.withModel(ColorModel.RGBA)),
                90,
                90,
                90,
                7);
        assertFilled(converted(filled(rgb.withModel(ColorModel.RGBA), 10, 20, 30, 0), rgb), 255, 255, 255);
        assertFilled(
                converted(filled(rgb.withModel(ColorModel.RGBA), 255, 0, 0, 7), rgb.withModel(ColorModel.GRAY_ALPHA)),
                76,
                7);
        assertFilled(converted(filled(jpeg, 60, 128, 128), rgb.withModel(ColorModel.RGBA)), 60, 60, 60, 255);
    }

    @Test
    void chroma_atDoubleResolution_isInterpolatedAsLibjpegDoes() {
        ImageSpec spec = ImageSpec.ycbcr(8, 2, ChromaSubsampling.S420);
        Image image = filled(spec, 128, 128, 128);
        for (int x = 0; x < 4; x++) {
            image.plane(1).setSample(x, 0, 100 + 16 * x);
        }
        try (Image result = pictures.run(image, pictures.context(), List.of(new Conform(spec444(8, 2))))) {
            int[] row = Pictures.samples(result)[1][0];
            assertEquals(
                    List.of(100, 104, 112, 120, 128, 136, 144, 148),
                    Arrays.stream(row).boxed().toList());
        }
    }

    /** One rounding against two: a level of chroma, which is up to two of blue. */
    @Test
    void ycbcrToRgb_ofHalvedChroma_isNearTheConversionAtFullSize() {
        ImageSpec spec = ImageSpec.ycbcr(WIDTH, HEIGHT, ChromaSubsampling.S420);
        Image again = pictures.noise(spec, 5);
        List<Transform> two = List.of(new Conform(spec444(WIDTH, HEIGHT)), new YcbcrToRgb());
        try (Image one = pictures.run(pictures.noise(spec, 5), pictures.context(), List.of(new YcbcrToRgb()));
                Image other = pictures.run(again, pictures.context(), two)) {
            int[][][] actual = Pictures.samples(one);
            int[][][] expected = Pictures.samples(other);
            for (int band = 0; band < 3; band++) {
                for (int y = 0; y < HEIGHT; y++) {
                    for (int x = 0; x < WIDTH; x++) {
                        assertEquals(expected[band][y][x], actual[band][y][x], 2, "band " + band + " " + x + "," + y);
                    }
                }
            }
        }
    }

    private static ImageSpec spec444(int width, int height) {
        return ImageSpec.ycbcr(width, height, ChromaSubsampling.S444);
    }

    @Test
    void conform_ofASmoothPicture_keepsItInPlace() {
        ImageSpec shifted = ImageSpec.ycbcr(60, 50, ChromaSubsampling.S420).cropped(new Rect(13, 7, 31, 27));
        Image input = pictures.gradient(shifted);
        try (Image result = converted(input, shifted.aligned())) {
            assertTrue(result.spec().isAligned());
            for (int band = 0; band < 3; band++) {
                Plane plane = result.plane(band);
                var window = result.spec().planes().get(band).window();
                for (int y = 1; y < plane.height() - 1; y++) {
                    for (int x = 1; x < plane.width() - 1; x++) {
                        double expected =
                                Pictures.gradient(band, (x + 0.5) / window.width(), (y + 0.5) / window.height());
                        assertEquals(expected, plane.sample(x, y), 1.1, band + " " + x + "," + y);
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"40, 300, true", "41, 300, true", "200, 130, true", "40, 301, false", "1, 2, true", "2, 2, true"})
    void conform_inPlace_givesTheSamplesOfACopy(int width, int height, boolean inPlace) {
        ImageSpec want = ImageSpec.ycbcr(width, height, ChromaSubsampling.S420);
        Conform conform = new Conform(want);
        Image input = pictures.noise(spec444(width, height), 6);
        assertEquals(inPlace, conform.worksInPlace(input.spec()));
        int[][][] expected;
        try (Image copy = Image.allocate(pictures.scope(), want, false)) {
            for (int band = 0; band < 3; band++) {
                Conform.passes(input.spec().planes().get(band), want.planes().get(band))
                        .run(input.plane(band), copy.plane(band), pictures.context());
            }
            expected = Pictures.samples(copy);
        }
        try (Image result = conform.apply(input, pictures.context())) {
            assertEquals(want, result.spec());
            assertTrue(Arrays.deepEquals(expected, Pictures.samples(result)));
        }
    }
}
