package dev.quarry.kernel;

class ScalarInterleaveTest extends InterleaveKernelContract {

    @Override
    InterleaveKernel kernel() {
        return new ScalarInterleave();
    }
}
