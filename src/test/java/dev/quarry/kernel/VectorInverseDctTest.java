package dev.quarry.kernel;

/** The contract leaves no freedom, so that a twin which keeps it equals the scalar one. */
class VectorInverseDctTest extends InverseDctKernelContract {

    @Override
    InverseDctKernel kernel() {
        return new VectorInverseDct();
    }
}
