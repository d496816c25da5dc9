package dev.quarry.kernel;

class ScalarInverseDctTest extends InverseDctKernelContract {

    @Override
    InverseDctKernel kernel() {
        return new ScalarInverseDct();
    }
}
