package dev.quarry.codec.webp;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.MemorySegment;

/** {@code WebPConfig} of encode.h: the fields that we set, the others keep the library's defaults. */
record EncoderConfig(MemorySegment struct) {

    static final long BYTES = 128;

    private static final long LOSSLESS = 0;
    private static final long QUALITY = 4;
    private static final long METHOD = 8;
    private static final long LOW_MEMORY = 88;

    /** The best picture for a size: {@code quality} 0 to 100, {@code method} 0 (fast) to 6 (slow). */
    void lossy(float quality, int method, boolean lowMemory) {
        set(0, quality, method);
        struct.set(JAVA_INT, LOW_MEMORY, lowMemory ? 1 : 0);
    }

    /** The exact pixels, where not wholly transparent: both arguments together tell how hard to try. */
    void lossless(float effort, int method) {
        set(1, effort, method);
    }

    private void set(int lossless, float quality, int method) {
        struct.set(JAVA_INT, LOSSLESS, lossless);
        struct.set(JAVA_FLOAT, QUALITY, quality);
        struct.set(JAVA_INT, METHOD, method);
    }
}
