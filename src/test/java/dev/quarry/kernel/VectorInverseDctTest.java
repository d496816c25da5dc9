package dev.quarry.kernel;

/** Of one and two points the contract leaves no freedom; of three it compares with the scalar twin. */
class VectorInverseDctTest extends InverseDctKernelContract {

    @Override
    InverseDctKernel kernel() {
        return new VectorInverseDct();
    }
}
