package dev.quarry.kernel;

class ScalarConvertTest extends ConvertKernelContract {

    @Override
    ConvertKernel kernel() {
        return new ScalarConvert();
    }
}
