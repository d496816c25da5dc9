package dev.quarry.kernel;

import jdk.incubator.vector.ByteVector;

/** The kernels that use the Vector API, behind one class that is loaded only where the module is there. */
final class VectorKernels {

    /** Bits of the vectors that these kernels are written for: eight floats, one for each row of a tile. */
    static final int BITS = 256;

    private VectorKernels() {}

    /** Bits of this machine's widest vectors. */
    static int widestBits() {
        return ByteVector.SPECIES_PREFERRED.vectorBitSize();
    }

    /** Vector twins of all kernels. */
    static Kernels all() {
        return new Kernels(
                KernelProvider.VECTOR,
                "the Vector API with vectors of " + BITS + " bits of " + widestBits(),
                new VectorResample(),
                new VectorOrient(),
                new VectorRotate(),
                new VectorConvert(),
                new VectorAlpha(),
                new VectorPoint(),
                new VectorInterleave(),
                new VectorInverseDct());
    }
}
