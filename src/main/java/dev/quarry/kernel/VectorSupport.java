package dev.quarry.kernel;

import java.util.Optional;

/** Whether this JVM can run the vector kernels; the only class that names {@link VectorKernels}. */
final class VectorSupport {

    static final String MODULE = "jdk.incubator.vector";

    private VectorSupport() {}

    /** What stands in the way of the vector kernels, as a clause, or nothing. */
    static Optional<String> obstacle() {
        if (ModuleLayer.boot().findModule(MODULE).isEmpty()) {
            return Optional.of("the JVM runs without --add-modules=" + MODULE);
        }
        int bits = VectorKernels.widestBits();
        return bits < VectorKernels.BITS
                ? Optional.of("the widest vectors are of " + bits + " bits, fewer than " + VectorKernels.BITS)
                : Optional.empty();
    }

    /** The vector kernels; only to be called where there is no {@link #obstacle}. */
    static Kernels kernels() {
        return VectorKernels.all();
    }
}
