package dev.quarry.kernel;

/**
 * The kernels of this process: one implementation of each contract.
 *
 * @param provider who implements them
 * @param reason why this provider was chosen, for the log and the {@code quarry.kernel} metric
 * @param resample resampling along one axis
 * @param orient flips and right-angle turns
 * @param rotate turns by any angle
 * @param convert colour conversions between planes
 * @param alpha premultiplied alpha and flattening
 * @param point pointwise changes and fills
 * @param interleave conversion between planes and interleaved rows
 * @param inverseDct JPEG blocks at a part of their size
 */
public record Kernels(
        KernelProvider provider,
        String reason,
        ResampleKernel resample,
        OrientKernel orient,
        RotateKernel rotate,
        ConvertKernel convert,
        AlphaKernel alpha,
        PointKernel point,
        InterleaveKernel interleave,
        InverseDctKernel inverseDct) {

    /** The specification: plain loops on any JVM. */
    public static Kernels scalar() {
        return scalar("asked for");
    }

    /**
     * The fastest kernels of this machine that {@code choice} allows.
     *
     * @throws IllegalStateException when the Vector API is demanded and cannot be had
     */
    public static Kernels best(KernelChoice choice) {
        return switch (choice) {
            case SCALAR -> scalar();
            case AUTO -> VectorSupport.obstacle().map(Kernels::scalar).orElseGet(VectorSupport::kernels);
            case VECTOR -> VectorSupport.obstacle().map(Kernels::refused).orElseGet(VectorSupport::kernels);
        };
    }

    static Kernels scalar(String reason) {
        return new Kernels(
                KernelProvider.SCALAR,
                reason,
                new ScalarResample(),
                new ScalarOrient(),
                new ScalarRotate(),
                new ScalarConvert(),
                new ScalarAlpha(),
                new ScalarPoint(),
                new ScalarInterleave(),
                new ScalarInverseDct());
    }

    private static Kernels refused(String obstacle) {
        throw new IllegalStateException("quarry.kernel.provider is vector, but " + obstacle);
    }
}
