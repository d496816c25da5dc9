package dev.quarry.kernel;

class ScalarAlphaTest extends AlphaKernelContract {

    @Override
    AlphaKernel kernel() {
        return new ScalarAlpha();
    }
}
