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
        InterleaveKernel interleave) {}
