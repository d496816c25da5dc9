package dev.quarry.kernel;

class ScalarRotateTest extends RotateKernelContract {

    @Override
    RotateKernel kernel() {
        return new ScalarRotate();
    }
}
