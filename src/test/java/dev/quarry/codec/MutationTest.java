package dev.quarry.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.error.ErrorKind;
import dev.quarry.error.ServiceException;
import dev.quarry.image.Image;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Damaged files give a picture or a refusal, never anything else, and leave no memory behind. */
class MutationTest {

    private static final int LARGEST_FILE = 20_000;
    private static final int ROUNDS_PER_FILE = 120;
    private static final long MOST_PIXELS = 1 << 20;
    private static final Set<ErrorKind> REFUSALS = EnumSet.of(ErrorKind.CORRUPT_IMAGE, ErrorKind.UNSUPPORTED_FORMAT);

    @ParameterizedTest
    @EnumSource
    void files_damagedAtRandom_givePicturesOrRefusals(CodecMode mode) {
        List<String> files = CorpusCase.all()
                .map(CorpusCase::file)
                .filter(file -> CodecBench.resource("corpus/" + file).length <= LARGEST_FILE)
                .toList();
        int pictures = 0;
        int refusals = 0;
        try (CodecBench bench = new CodecBench()) {
            for (String file : files) {
                byte[] bytes = CodecBench.resource("corpus/" + file);
                Random random = new Random(file.hashCode());
                for (int round = 0; round < ROUNDS_PER_FILE; round++) {
                    if (isPicture(bench, mode, mutate(bytes, random), file + " round " + round)) {
                        pictures++;
                    } else {
                        refusals++;
                    }
                }
            }
        }
        assertTrue(pictures > 100 && refusals > 100, pictures + " pictures, " + refusals + " refusals");
    }

    private static byte[] mutate(byte[] bytes, Random random) {
        byte[] changed = bytes.clone();
        if (changed.length == 0) {
            return changed;
        }
        for (int i = random.nextInt(4); i >= 0; i--) {
            // Half of the changes hit the header, where they do most.
            int range = random.nextBoolean() ? changed.length : Math.min(changed.length, 200);
            int at = random.nextInt(range);
            switch (random.nextInt(5)) {
                case 0 -> changed[at] ^= (byte) (1 << random.nextInt(8));
                case 1 -> changed[at] = (byte) (random.nextBoolean() ? 0xFF : random.nextInt());
                case 2 -> changed = Arrays.copyOf(changed, at + 1);
                case 3 -> {
                    byte[] longer = Arrays.copyOf(changed, changed.length + 7);
                    System.arraycopy(changed, at, longer, at + 7, changed.length - at);
                    changed = longer;
                }
                default -> {
                    int count = Math.min(random.nextInt(16) + 1, changed.length - at);
                    Arrays.fill(changed, at, at + count, (byte) random.nextInt());
                }
            }
        }
        return changed;
    }

    private static boolean isPicture(CodecBench bench, CodecMode mode, byte[] bytes, String name) {
        MemorySegment source = bench.scope().memory();
        try (var block = bench.scope().allocate(Math.max(1, bytes.length))) {
            source = source.asSlice(block.offset(), bytes.length).copyFrom(MemorySegment.ofArray(bytes));
            return isPicture(bench, mode.registry(), source);
        } catch (ServiceException e) {
            assertTrue(REFUSALS.contains(e.kind()), name + ": " + e.kind() + " " + e.detail());
            assertTrue(e.detail().endsWith("."), name + ": " + e.detail());
            return false;
        } catch (RuntimeException e) {
            throw new AssertionError(name, e);
        } finally {
            assertEquals(0, bench.scope().usedBytes(), name);
        }
    }

    private static boolean isPicture(CodecBench bench, CodecRegistry registry, MemorySegment source) {
        ImageHeader header = Objects.requireNonNull(registry.readHeader(source, true));
        registry.iccProfile(header, source);
        if ((long) header.width() * header.height() > MOST_PIXELS) {
            return false;
        }
        Decoder decoder = registry.decoderFor(header);
        for (int eighths : decoder.scales(header)) {
            try (Image image = decoder.decode(source, header, eighths, false, bench.context())) {
                assertEquals(decoder.decodedSpec(header, eighths), image.spec());
            }
        }
        return true;
    }
}
