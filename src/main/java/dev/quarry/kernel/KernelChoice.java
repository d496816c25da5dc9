package dev.quarry.kernel;

/** Which kernels an operator asks for. */
public enum KernelChoice {
    /** The Vector API where it pays, else plain loops. */
    AUTO,
    /** The Vector API, or no start. */
    VECTOR,
    /** Plain loops. */
    SCALAR
}
