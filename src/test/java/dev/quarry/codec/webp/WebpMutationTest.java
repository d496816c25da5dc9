package dev.quarry.codec.webp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.quarry.codec.CodecBench;
import dev.quarry.codec.CodecMode;
import dev.quarry.error.ErrorKind;
import dev.quarry.error.ServiceException;
import dev.quarry.image.Image;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Files with some bytes changed give a picture or a refusal, never another exception, and leave no memory behind. */
class WebpMutationTest {

    private static final int ROUNDS = 250;
    private static final int LARGEST_PIXELS = 4_000_000;
    private static final List<String> FILES = List.of(
            "lossy-odd.webp",
            "lossy-alpha.webp",
            "lossless-rgb.webp",
            "lossless-rgba.webp",
            "exif-icc.webp",
            "animated.webp");

    @ParameterizedTest
    @EnumSource(CodecMode.class)
    void decode_mutatedFile_isAPictureOrARefusal(CodecMode mode) {
        int pictures = 0;
        int refusals = 0;
        try (CodecBench bench = new CodecBench()) {
            for (String name : FILES) {
                byte[] original = WebpFiles.sample(name);
                for (long seed = 0; seed < ROUNDS; seed++) {
                    if (isDecoded(bench, mode, mutated(original, new Random(seed)), name + ", seed " + seed)) {
                        pictures++;
                    } else {
                        refusals++;
                    }
                    assertEquals(0, bench.scope().usedBytes());
                }
            }
        }
        assertTrue(pictures > ROUNDS / 4, pictures + " pictures");
        assertTrue(refusals > ROUNDS / 4, refusals + " refusals");
    }

    private static boolean isDecoded(CodecBench bench, CodecMode mode, byte[] file, String what) {
        try {
            var header = mode.registry().readHeader(bench.source(file), true);
            if (header == null || header.spec().pixels() > LARGEST_PIXELS) {
                return false;
            }
            try (Image image = bench.decode(mode.registry(), file)) {
                return image.width() == header.width();
            }
        } catch (ServiceException e) {
            assertTrue(
                    e.kind() == ErrorKind.CORRUPT_IMAGE || e.kind() == ErrorKind.UNSUPPORTED_FORMAT,
                    () -> what + ": " + e.kind() + ", " + e.detail());
            return false;
        } catch (RuntimeException e) {
            return fail(what, e);
        }
    }

    /** Up to eight changes: one bit, one byte, one length, a piece cut out or the end cut off; often near the start. */
    private static byte[] mutated(byte[] original, Random random) {
        byte[] file = original.clone();
        int changes = 1 + random.nextInt(8);
        for (int change = 0; change < changes; change++) {
            int reach = random.nextBoolean() ? Math.min(80, file.length) : file.length;
            int at = random.nextInt(reach - 4);
            switch (random.nextInt(8)) {
                case 0, 1, 2 -> file[at] ^= (byte) (1 << random.nextInt(8));
                case 3, 4 -> file[at] = (byte) random.nextInt(256);
                case 5 -> file = WebpFiles.withNumber(file, at, random.nextInt());
                case 6 -> file = file.length < 100 ? file : Arrays.copyOf(file, file.length - random.nextInt(40));
                default -> System.arraycopy(file, at + 1, file, at, file.length - at - 1);
            }
        }
        return file;
    }
}
