package dev.quarry.kernel;

class ScalarResampleTest extends ResampleKernelContract {

    @Override
    ResampleKernel kernel() {
        return new ScalarResample();
    }
}
