package dev.quarry.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class KernelsTest {

    @Test
    void best_autoWithTheModule_takesVectorsOrSaysWhyNot() {
        Kernels kernels = Kernels.best(KernelChoice.AUTO);
        if (VectorKernels.widestBits() >= VectorKernels.BITS) {
            assertEquals(KernelProvider.VECTOR, kernels.provider());
            assertInstanceOf(VectorResample.class, kernels.resample());
            assertTrue(kernels.reason().contains("256 bits"), kernels.reason());
        } else {
            assertEquals(KernelProvider.SCALAR, kernels.provider());
            assertTrue(kernels.reason().contains("fewer than 256"), kernels.reason());
        }
    }

    @Test
    void best_scalar_isScalar() {
        Kernels kernels = Kernels.best(KernelChoice.SCALAR);
        assertEquals(KernelProvider.SCALAR, kernels.provider());
        assertInstanceOf(ScalarResample.class, kernels.resample());
        assertEquals("asked for", kernels.reason());
    }

    @Test
    void best_autoWithoutTheModule_isScalarAndSaysWhy() throws Exception {
        assertEquals("SCALAR: the JVM runs without --add-modules=jdk.incubator.vector", choiceWithoutModule("AUTO"));
    }

    @Test
    void best_vectorWithoutTheModule_isRefused() throws Exception {
        assertEquals(
                "refused: quarry.kernel.provider is vector, but the JVM runs without --add-modules=jdk.incubator.vector",
                choiceWithoutModule("VECTOR"));
    }

    private static String choiceWithoutModule(String choice) throws Exception {
        Process java = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        place(Kernels.class) + File.pathSeparator + place(Choice.class),
                        Choice.class.getName(),
                        choice)
                .redirectErrorStream(true)
                .start();
        String output = new String(java.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, java.waitFor(), output);
        return output.strip();
    }

    private static Path place(Class<?> type) throws Exception {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    }

    /** A program that says which kernels it would use. */
    static final class Choice {

        private Choice() {}

        public static void main(String[] arguments) {
            try {
                Kernels kernels = Kernels.best(KernelChoice.valueOf(arguments[0]));
                System.out.println(kernels.provider() + ": " + kernels.reason());
            } catch (IllegalStateException e) {
                System.out.println("refused: " + e.getMessage());
            }
        }
    }
}
