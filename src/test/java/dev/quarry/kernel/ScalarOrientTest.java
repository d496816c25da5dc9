package dev.quarry.kernel;

class ScalarOrientTest extends OrientKernelContract {

    @Override
    OrientKernel kernel() {
        return new ScalarOrient();
    }
}
