package dev.quarry.pipeline;

import dev.quarry.codec.CodecRegistry;
import dev.quarry.codec.CodecSettings;
import dev.quarry.kernel.KernelChoice;
import dev.quarry.kernel.Kernels;
import java.util.Locale;

/**
 * What the environment asks for, as a service started in it has it: a test that uses it is another test in each mode of CI, and
 * says so by its tags, {@code kernels} and {@code codecs}.
 */
final class TestedMode {

    private TestedMode() {}

    /** The kernels of this mode. */
    static Kernels kernels() {
        String choice = System.getenv().getOrDefault("QUARRY_KERNEL_PROVIDER", KernelChoice.AUTO.name());
        return Kernels.best(KernelChoice.valueOf(choice.toUpperCase(Locale.ROOT)));
    }

    /** The codecs of this mode. */
    static CodecRegistry codecs() {
        return CodecRegistry.load(
                new CodecSettings(Boolean.parseBoolean(System.getenv().getOrDefault("QUARRY_CODEC_NATIVE", "true"))));
    }
}
