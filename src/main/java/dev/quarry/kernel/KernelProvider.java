package dev.quarry.kernel;

import java.util.Locale;

/** Who implements the kernels. */
public enum KernelProvider {
    /** The Vector API. */
    VECTOR,
    /** Plain loops, the specification of every kernel. */
    SCALAR;

    /** The name in metrics, logs and settings. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
