package dev.quarry.image;

import dev.quarry.storage.RowShape;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The shape of an image without its pixels: what a planner computes with.
 *
 * <p>{@code width} and {@code height} are the size of the picture. Its planes may hold it at another resolution (a JPEG
 * decoded at half size), with subsampled chroma, and at an offset that is a fraction of a sample (after a crop): each
 * plane's window says where the picture lies.
 *
 * @param width picture width in pixels, ≥ 1
 * @param height picture height in pixels, ≥ 1
 * @param model what the bands mean
 * @param subsampling chroma subsampling; {@code S444} for every model but {@code YCBCR}
 * @param planes one shape for each band
 */
public record ImageSpec(
        int width, int height, ColorModel model, ChromaSubsampling subsampling, List<PlaneSpec> planes) {

    /** Checks the sides and the number of planes. */
    public ImageSpec {
        if (width < 1 || height < 1 || planes.size() != model.bands()) {
            throw new IllegalArgumentException("no such image: " + width + "x" + height + " " + model + " " + planes);
        }
        planes = List.copyOf(planes);
    }

    /** An image whose planes are all of full size. */
    public static ImageSpec of(int width, int height, ColorModel model) {
        return subsampled(width, height, model, ChromaSubsampling.S444);
    }

    /** A {@code YCBCR} image on JPEG's sample grid: chroma planes are ⌈w/h⌉ × ⌈h/v⌉ and start at the picture's corner. */
    public static ImageSpec ycbcr(int width, int height, ChromaSubsampling subsampling) {
        return subsampled(width, height, ColorModel.YCBCR, subsampling);
    }

    private static ImageSpec subsampled(int width, int height, ColorModel model, ChromaSubsampling subsampling) {
        PlaneSpec full = PlaneSpec.of(width, height);
        if (subsampling == ChromaSubsampling.S444) {
            return new ImageSpec(width, height, model, subsampling, Collections.nCopies(model.bands(), full));
        }
        int h = subsampling.horizontal();
        int v = subsampling.vertical();
        PlaneSpec chroma = new PlaneSpec(
                Math.ceilDiv(width, h),
                Math.ceilDiv(height, v),
                new Window(0, 0, (double) width / h, (double) height / v));
        return new ImageSpec(width, height, model, subsampling, List.of(full, chroma, chroma));
    }

    /** Whether every plane lies on the standard grid of its model: full luma, chroma as {@link #ycbcr} makes it. */
    public boolean isAligned() {
        return equals(subsampled(width, height, model, subsampling));
    }

    /** The aligned image of the same size, model and subsampling. */
    public ImageSpec aligned() {
        return subsampled(width, height, model, subsampling);
    }

    /** The aligned image of this model and subsampling in another size. */
    public ImageSpec resized(int newWidth, int newHeight) {
        return subsampled(newWidth, newHeight, model, subsampling);
    }

    /** The aligned image of the same size in another model, without subsampling. */
    public ImageSpec withModel(ColorModel newModel) {
        return of(width, height, newModel);
    }

    /** The shape after a turn. */
    public ImageSpec oriented(Orientation turn) {
        return new ImageSpec(
                turn.swapsAxes() ? height : width,
                turn.swapsAxes() ? width : height,
                model,
                turn.swapsAxes() ? subsampling.transposed() : subsampling,
                planes.stream().map(p -> p.oriented(turn)).toList());
    }

    /** The shape of a part of the picture, as a view of the same samples. */
    public ImageSpec cropped(Rect part) {
        return new ImageSpec(
                part.width(),
                part.height(),
                model,
                subsampling,
                planes.stream().map(p -> p.cropped(part, width, height).spec()).toList());
    }

    /** Width × height. */
    public long pixels() {
        return (long) width * height;
    }

    /** Samples stored, over all planes. */
    public long samples() {
        long sum = 0;
        for (PlaneSpec plane : planes) {
            sum += (long) plane.width() * plane.height();
        }
        return sum;
    }

    /**
     * The planes as storage sees them. Luma has as many rows as its whole chroma rows stand for, because codecs write and
     * read those: up to three more than the plane.
     */
    public List<RowShape> rowShapes() {
        List<RowShape> shapes = new ArrayList<>(planes.size());
        for (PlaneSpec plane : planes) {
            int together = shapes.isEmpty() ? subsampling.vertical() : 1;
            shapes.add(new RowShape(plane.width(), Math.ceilDiv(plane.height(), together) * together));
        }
        return List.copyOf(shapes);
    }
}
