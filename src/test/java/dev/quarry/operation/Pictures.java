package dev.quarry.operation;

import dev.quarry.image.Image;
import dev.quarry.image.ImageSpec;
import dev.quarry.image.Plane;
import dev.quarry.kernel.Kernels;
import dev.quarry.kernel.ResampleWeightsCache;
import dev.quarry.kernel.Scratch;
import dev.quarry.storage.BlockStorage;
import dev.quarry.storage.StorageScope;
import dev.quarry.storage.StorageSettings;
import java.util.List;
import java.util.SplittableRandom;

/** A storage with one scope for a test, and pictures in it; closing it proves that no picture was left. */
public final class Pictures implements AutoCloseable {

    private static final long BUDGET = 64L << 20;

    private final BlockStorage storage = BlockStorage.open(StorageSettings.portable(BUDGET));
    private final StorageScope scope = storage.openScope("test", BUDGET / 2);
    private final ResampleWeightsCache weights = new ResampleWeightsCache(1 << 20);
    private final Scratch scratch = new Scratch();

    /** The storage. */
    public BlockStorage storage() {
        return storage;
    }

    /** The scope. */
    public StorageScope scope() {
        return scope;
    }

    /** A context that never stops. */
    public OperationContext context() {
        return context(Checkpoint.none());
    }

    /** A context with this checkpoint. */
    public OperationContext context(Checkpoint checkpoint) {
        return new OperationContext(scope, Kernels.scalar(), scratch, weights, checkpoint, false);
    }

    /** A picture of this shape with noise in it. */
    public Image noise(ImageSpec spec, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Image image = Image.allocate(scope, spec, false);
        for (Plane plane : image.planes()) {
            for (int y = 0; y < plane.height(); y++) {
                for (int x = 0; x < plane.width(); x++) {
                    plane.setSample(x, y, random.nextInt(256));
                }
            }
        }
        return image;
    }

    /** A picture of this shape whose samples are a smooth function of the place that they show, another in each band. */
    public Image gradient(ImageSpec spec) {
        Image image = Image.allocate(scope, spec, false);
        for (int band = 0; band < image.planes().size(); band++) {
            Plane plane = image.plane(band);
            var window = spec.planes().get(band).window();
            for (int y = 0; y < plane.height(); y++) {
                for (int x = 0; x < plane.width(); x++) {
                    double u = (x + 0.5 - window.x()) / window.width();
                    double v = (y + 0.5 - window.y()) / window.height();
                    plane.setSample(x, y, (int) Math.round(gradient(band, u, v)));
                }
            }
        }
        return image;
    }

    /** The value of {@link #gradient} at a place, both coordinates from 0 to 1. */
    public static double gradient(int band, double u, double v) {
        return switch (band) {
            case 0 -> 40 + 150 * u + 40 * v;
            case 1 -> 60 + 60 * u + 90 * v;
            case 2 -> 200 - 90 * u - 50 * v;
            default -> 30 + 100 * u + 100 * v;
        };
    }

    /** Runs transforms one after another, with the conversions that they need. */
    public Image run(Image picture, OperationContext context, List<Transform> transforms) {
        Image image = picture;
        for (Transform transform : transforms) {
            for (Transform conversion : Conversions.between(image.spec(), transform.inputSpec(image.spec()))) {
                image = conversion.apply(image, context);
            }
            image = transform.apply(image, context);
        }
        return image;
    }

    /** Runs an operation with the conversions that it needs. */
    public Image run(Image picture, Operation operation) {
        return run(picture, context(), operation.transforms(picture.spec()));
    }

    /** The samples of each band, row by row. */
    public static int[][][] samples(Image image) {
        int[][][] samples = new int[image.planes().size()][][];
        for (int band = 0; band < samples.length; band++) {
            Plane plane = image.plane(band);
            samples[band] = new int[plane.height()][plane.width()];
            for (int y = 0; y < plane.height(); y++) {
                for (int x = 0; x < plane.width(); x++) {
                    samples[band][y][x] = plane.sample(x, y);
                }
            }
        }
        return samples;
    }

    @Override
    public void close() {
        long left = scope.usedBytes();
        scope.close();
        storage.close();
        if (left != 0) {
            throw new AssertionError(left + " bytes of pictures were not given back");
        }
    }
}
