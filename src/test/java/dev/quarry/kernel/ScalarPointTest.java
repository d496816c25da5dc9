package dev.quarry.kernel;

class ScalarPointTest extends PointKernelContract {

    @Override
    PointKernel kernel() {
        return new ScalarPoint();
    }
}
