package dev.quarry.operation;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.image.ChromaSubsampling;
import dev.quarry.image.ColorModel;
import dev.quarry.image.Image;
import dev.quarry.image.ImageSpec;
import dev.quarry.image.Plane;
import dev.quarry.image.PlaneSpec;
import dev.quarry.image.Rect;
import dev.quarry.image.Window;
import dev.quarry.kernel.ResampleFilter;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class RescaleTest {

    private final Pictures pictures = new Pictures();

    @AfterEach
    void close() {
        pictures.close();
    }

    private static Rescale whole(int width, int height, ResampleFilter filter, ChromaSubsampling subsampling) {
        return new Rescale(width, height, new Rect(0, 0, width, height), filter, subsampling);
    }

    private int[][][] samplesAfter(Image input, Transform... transforms) {
        try (Image result = pictures.run(input, pictures.context(), List.of(transforms))) {
            return Pictures.samples(result);
        }
    }

    @ParameterizedTest
    @EnumSource(ResampleFilter.class)
    void apply_withAPartKept_equalsScalingThenCutting(ResampleFilter filter) {
        ImageSpec spec = ImageSpec.of(97, 83, ColorModel.RGB);
        for (Rect kept : List.of(new Rect(0, 0, 20, 66), new Rect(7, 11, 21, 30), new Rect(30, 65, 1, 1))) {
            int[][][] expected = samplesAfter(
                    pictures.noise(spec, 5), whole(31, 66, filter, ChromaSubsampling.S444), new Crop(kept));
            int[][][] actual =
                    samplesAfter(pictures.noise(spec, 5), new Rescale(31, 66, kept, filter, ChromaSubsampling.S444));
            // The weights are computed from another starting point: a last bit may round the other way.
            assertClose(expected, actual, 1);
        }
    }

    @ParameterizedTest
    @CsvSource({"50, 40", "200, 170", "50, 170", "200, 40", "1, 1", "97, 40", "50, 83"})
    void apply_ofSmoothPicture_keepsItInPlace(int width, int height) {
        ImageSpec spec = ImageSpec.of(97, 83, ColorModel.RGB);
        Image input = pictures.gradient(spec);
        assertShowsGradient(input, whole(width, height, ResampleFilter.BICUBIC, ChromaSubsampling.S444), 2.5);
    }

    @ParameterizedTest
    @CsvSource({"720, 588, S420", "720, 588, S444", "333, 272, S420", "1400, 1143, S420", "1363, 1113, S422"})
    void apply_toPlanesOfFractionalExtent_keepsThePictureInPlace(int width, int height, ChromaSubsampling chroma) {
        // A picture of 273×223 pixels, decoded at half size, 4:2:0.
        PlaneSpec luma = new PlaneSpec(137, 112, new Window(0, 0, 136.5, 111.5));
        PlaneSpec color = new PlaneSpec(69, 56, new Window(0, 0, 68.25, 55.75));
        ImageSpec spec = new ImageSpec(273, 223, ColorModel.YCBCR, ChromaSubsampling.S420, List.of(luma, color, color));
        assertShowsGradient(
                pictures.gradient(spec), whole(width / 10, height / 10, ResampleFilter.BILINEAR, chroma), 4);
    }

    @Test
    void apply_afterCropAtAnOddOffset_movesChromaByHalfASample() {
        ImageSpec spec = ImageSpec.ycbcr(41, 31, ChromaSubsampling.S420);
        Rect part = new Rect(13, 7, 21, 15);
        try (Image result = pictures.run(
                pictures.gradient(spec),
                pictures.context(),
                List.of(new Crop(part), whole(30, 24, ResampleFilter.BILINEAR, ChromaSubsampling.S420)))) {
            for (int band = 0; band < 3; band++) {
                Plane plane = result.plane(band);
                Window window = result.spec().planes().get(band).window();
                for (int y = 2; y < plane.height() - 2; y++) {
                    for (int x = 2; x < plane.width() - 2; x++) {
                        double u = (13 + 21 * (x + 0.5) / window.width()) / 41;
                        double v = (7 + 15 * (y + 0.5) / window.height()) / 31;
                        assertEquals(Pictures.gradient(band, u, v), plane.sample(x, y), 2, band + " " + x + "," + y);
                    }
                }
            }
        }
    }

    @Test
    void apply_toTheDecodedSize_passesTheMemoryOn() {
        PlaneSpec half = new PlaneSpec(50, 40, new Window(0, 0, 50, 40));
        ImageSpec spec = new ImageSpec(100, 80, ColorModel.RGB, ChromaSubsampling.S444, Collections.nCopies(3, half));
        Rescale rescale = whole(50, 40, ResampleFilter.LANCZOS, ChromaSubsampling.S444);
        Image input = pictures.noise(spec, 9);
        int[][][] before = Pictures.samples(input);
        long used = pictures.scope().usedBytes();
        assertTrue(rescale.worksInPlace(spec));
        try (Image result = rescale.apply(input, pictures.context())) {
            assertEquals(ImageSpec.of(50, 40, ColorModel.RGB), result.spec());
            assertEquals(used, pictures.scope().peakBytes());
            assertArrayEquals(before, Pictures.samples(result));
        }
    }

    @Test
    void apply_ofAnImageWithAlpha_isPremultiplied() {
        ImageSpec spec = ImageSpec.of(8, 8, ColorModel.RGBA);
        Image input = Image.allocate(pictures.scope(), spec, false);
        for (int y = 0; y < 8; y++) {
            for (int x = 0; x < 8; x++) {
                boolean visible = x < 5;
                input.plane(0).setSample(x, y, visible ? 200 : 0);
                input.plane(1).setSample(x, y, visible ? 100 : 255);
                input.plane(2).setSample(x, y, 50);
                input.plane(3).setSample(x, y, visible ? 255 : 0);
            }
        }
        int[][][] result = samplesAfter(input, whole(4, 4, ResampleFilter.BOX, ChromaSubsampling.S444));
        assertEquals(128, result[3][1][2], "half of the covered pixels are visible");
        assertEquals(200, result[0][1][2], 1, "an edge keeps its hue");
        assertEquals(100, result[1][1][2], 1, "an edge keeps its hue");
        assertEquals(0, result[0][1][3], "nothing shows where alpha is 0");
    }

    @Test
    void transforms_ofAnIdentityResize_areNone() {
        ImageSpec spec = ImageSpec.of(30, 20, ColorModel.RGB);
        Resize resize = new Resize(900, null, Fit.INSIDE, ResampleFilter.LANCZOS, false, Position.CENTER, null);
        assertEquals(List.of(), resize.transforms(spec));
        Image input = pictures.noise(spec, 1);
        try (Image result = pictures.run(input, resize)) {
            assertSame(input, result);
        }
    }

    private void assertShowsGradient(Image input, Rescale rescale, double tolerance) {
        try (Image result = rescale.apply(input, pictures.context())) {
            assertTrue(result.spec().isAligned());
            for (int band = 0; band < result.planes().size(); band++) {
                Plane plane = result.plane(band);
                Window window = result.spec().planes().get(band).window();
                for (int y = 0; y < plane.height(); y++) {
                    for (int x = 0; x < plane.width(); x++) {
                        double u = Math.min(1, (x + 0.5) / window.width());
                        double v = Math.min(1, (y + 0.5) / window.height());
                        assertEquals(
                                Pictures.gradient(band, u, v), plane.sample(x, y), tolerance, band + " " + x + "," + y);
                    }
                }
            }
        }
    }

    private static void assertClose(int[][][] expected, int[][][] actual, int tolerance) {
        for (int band = 0; band < expected.length; band++) {
            assertEquals(expected[band].length, actual[band].length, "rows");
            for (int y = 0; y < expected[band].length; y++) {
                assertEquals(expected[band][y].length, actual[band][y].length, "columns");
                for (int x = 0; x < expected[band][y].length; x++) {
                    assertEquals(expected[band][y][x], actual[band][y][x], tolerance, band + " " + x + "," + y);
                }
            }
        }
    }
}
