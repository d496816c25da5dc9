package dev.quarry.image;

import dev.quarry.storage.RowLease;
import dev.quarry.storage.StorageScope;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A picture: its shape and its planes. It owns their memory; {@link #close} gives it back.
 *
 * <p>An image that is handed to an operation is consumed by it: the operation closes it, or passes its memory on to the
 * result by {@link #cropped} or {@link #leading}.
 */
public final class Image implements AutoCloseable {

    private final ImageSpec spec;
    private final List<Plane> planes;
    private final RowLease memory;

    private Image(ImageSpec spec, List<Plane> planes, RowLease memory) {
        this.spec = spec;
        this.planes = List.copyOf(planes);
        this.memory = memory;
    }

    /**
     * A new image whose samples are undefined: the caller writes every one.
     *
     * @param contiguous whether each plane must be one piece with equal distances between rows; then the spare luma rows of
     *     {@link ImageSpec#rowShapes} follow the last row at the same distance
     */
    public static Image allocate(StorageScope scope, ImageSpec spec, boolean contiguous) {
        RowLease lease = scope.allocateRows(spec.rowShapes(), contiguous);
        List<Plane> planes = new ArrayList<>(spec.planes().size());
        for (int i = 0; i < spec.planes().size(); i++) {
            PlaneSpec plane = spec.planes().get(i);
            long[] rows = Arrays.copyOf(lease.rows(i), plane.height());
            planes.add(new Plane(scope.memory(), rows, plane.width(), lease.strideBytes(i), lease.liveness()));
        }
        return new Image(spec, planes, lease);
    }

    /** The shape. */
    public ImageSpec spec() {
        return spec;
    }

    /** The planes, in the order of the model's bands. */
    public List<Plane> planes() {
        return planes;
    }

    /** The plane of one band. */
    public Plane plane(int band) {
        return planes.get(band);
    }

    /** Picture width in pixels. */
    public int width() {
        return spec.width();
    }

    /** Picture height in pixels. */
    public int height() {
        return spec.height();
    }

    /** A part of the picture as a view of the same samples; takes this image's memory over, so this one must not be closed. */
    public Image cropped(Rect part) {
        List<Plane> views = new ArrayList<>(planes.size());
        for (int i = 0; i < planes.size(); i++) {
            PlaneSpec plane = spec.planes().get(i);
            views.add(planes.get(i)
                    .view(plane.cropped(part, spec.width(), spec.height()).samples()));
        }
        return new Image(spec.cropped(part), views, memory);
    }

    /** The first bands only, in another model; takes this image's memory over, so this one must not be closed. */
    public Image leading(ColorModel model) {
        ImageSpec shape = new ImageSpec(
                spec.width(),
                spec.height(),
                model,
                model == ColorModel.YCBCR ? spec.subsampling() : ChromaSubsampling.S444,
                spec.planes().subList(0, model.bands()));
        return new Image(shape, planes.subList(0, model.bands()), memory);
    }

    /**
     * The same memory under another shape; takes it over, so this image must not be closed.
     *
     * @param views planes of the new shape's sizes in this image's memory
     */
    public Image reshaped(ImageSpec shape, List<Plane> views) {
        for (int i = 0; i < views.size(); i++) {
            PlaneSpec wanted = shape.planes().get(i);
            if (views.get(i).width() != wanted.width() || views.get(i).height() != wanted.height()) {
                throw new IllegalArgumentException(views.get(i) + " is no " + wanted);
            }
        }
        return new Image(shape, views, memory);
    }

    /** Gives the memory back; planes must not be used afterwards. */
    @Override
    public void close() {
        memory.close();
    }
}
