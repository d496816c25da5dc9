package dev.quarry.codec.jpeg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.codec.CodecBench;
import dev.quarry.codec.CodecRegistry;
import dev.quarry.codec.CodecSettings;
import dev.quarry.codec.Decoder;
import dev.quarry.codec.EncodeOptions;
import dev.quarry.codec.Encoder;
import dev.quarry.codec.ImageFormat;
import dev.quarry.codec.ImageHeader;
import dev.quarry.error.ServiceException;
import dev.quarry.image.ChromaSubsampling;
import dev.quarry.image.ColorModel;
import dev.quarry.image.Image;
import dev.quarry.image.ImageSpec;
import dev.quarry.image.Plane;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Damaged JPEGs at the sizes that are decoded in Java have the library's verdict: what it refuses is refused, what it
 * accepts is accepted. {@code -Dmutations} tells how many files are damaged, {@code -Dmutations.seed} how.
 */
class ReducedMutationTest {

    private static final int MUTATIONS = Integer.getInteger("mutations", 600);
    private static final int SEED = Integer.getInteger("mutations.seed", 11);
    private static final long MOST_PIXELS = 1 << 18;
    private static final int HALF = 4;
    private static final CodecRegistry CODECS = CodecRegistry.load(new CodecSettings(true));

    private int accepted;
    private int refused;

    @Test
    void decode_damagedFiles_haveTheVerdictOfTheLibrary() throws IOException {
        try (CodecBench bench = new CodecBench()) {
            List<byte[]> files = files(bench);
            Random random = new Random(SEED);
            for (int i = 0; i < MUTATIONS; i++) {
                byte[] damaged = damage(files.get(i % files.size()), random);
                compare(bench, damaged, "mutation " + i + " of seed " + SEED);
                assertEquals(0, bench.scope().usedBytes());
            }
        }
        assertTrue(accepted > MUTATIONS / 20, accepted + " accepted");
        assertTrue(refused > MUTATIONS / 20, refused + " refused");
    }

    /** Smooth and noisy pictures of each kind of chroma, with and without restarts in their data. */
    private static List<byte[]> files(CodecBench bench) {
        Encoder encoder = CODECS.encoderFor(ImageFormat.JPEG).orElseThrow();
        List<byte[]> files = new ArrayList<>();
        Random random = new Random(3);
        for (ChromaSubsampling chroma :
                List.of(ChromaSubsampling.S444, ChromaSubsampling.S422, ChromaSubsampling.S420)) {
            for (int amplitude : new int[] {4, 120}) {
                files.add(encoded(bench, encoder, ImageSpec.ycbcr(131, 77, chroma), amplitude, random));
            }
        }
        files.add(encoded(bench, encoder, ImageSpec.of(150, 40, ColorModel.GRAY), 60, random));
        files.add(CodecBench.resource("corpus/restart.jpg"));
        files.add(CodecBench.resource("corpus/odd-411.jpg"));
        return files;
    }

    private static byte[] encoded(CodecBench bench, Encoder encoder, ImageSpec spec, int amplitude, Random random) {
        EncodeOptions options = new EncodeOptions(85, false, spec.subsampling(), 6, false, 4);
        try (Image image = bench.image(
                spec,
                picture -> picture.planes().forEach(plane -> {
                    for (int y = 0; y < plane.height(); y++) {
                        for (int x = 0; x < plane.width(); x++) {
                            plane.setSample(x, y, Math.clamp(x + y + random.nextInt(amplitude), 0, 255));
                        }
                    }
                }))) {
            return bench.encode(encoder, image, options, new byte[0]);
        }
    }

    private static byte[] damage(byte[] file, Random random) {
        byte[] changed = file.clone();
        int data = random.nextInt(3) == 0 ? 0 : startOfData(changed);
        for (int i = random.nextInt(3); i >= 0; i--) {
            int at = Math.min(changed.length - 1, data + random.nextInt(Math.max(1, changed.length - data)));
            switch (random.nextInt(6)) {
                case 0 -> changed[at] ^= (byte) (1 << random.nextInt(8));
                case 1 -> changed[at] = (byte) (random.nextBoolean() ? 0xFF : random.nextInt());
                case 2 -> changed = without(changed, at, 1 + random.nextInt(9));
                case 3 -> changed = with(changed, at, random.nextInt(256));
                case 4 -> changed = with(with(changed, at, 0xD0 + random.nextInt(12)), at, 0xFF);
                default ->
                    Arrays.fill(changed, at, Math.min(changed.length, at + 1 + random.nextInt(12)), (byte)
                            random.nextInt());
            }
        }
        return changed;
    }

    private static int startOfData(byte[] file) {
        for (int i = 0; i + 1 < file.length; i++) {
            if ((file[i] & 0xFF) == 0xFF && (file[i + 1] & 0xFF) == 0xDA) {
                return i;
            }
        }
        return 0;
    }

    private static byte[] without(byte[] file, int at, int count) {
        int end = Math.min(file.length, at + count);
        byte[] shorter = Arrays.copyOf(file, file.length - (end - at));
        System.arraycopy(file, end, shorter, at, file.length - end);
        return shorter;
    }

    private static byte[] with(byte[] file, int at, int value) {
        byte[] longer = Arrays.copyOf(file, file.length + 1);
        System.arraycopy(file, at, longer, at + 1, file.length - at);
        longer[at] = (byte) value;
        return longer;
    }

    private void compare(CodecBench bench, byte[] bytes, String name) throws IOException {
        try (var block = bench.scope().allocate(Math.max(1, bytes.length))) {
            MemorySegment source =
                    bench.scope().memory().asSlice(block.offset(), bytes.length).copyFrom(MemorySegment.ofArray(bytes));
            ImageHeader header = header(source);
            if (header != null) {
                Decoder decoder = CODECS.decoderFor(header);
                boolean sound = isAccepted(bench, decoder, source, header, HALF);
                accepted += sound ? 1 : 0;
                refused += sound ? 0 : 1;
                for (int eighths : decoder.scales(header)) {
                    if (isAccepted(bench, decoder, source, header, eighths) != sound) {
                        throw new AssertionError(name + " at " + eighths + "/8 is not what the library says, "
                                + (sound ? "accepted" : "refused") + ": " + keep(bytes));
                    }
                }
            }
        }
    }

    private static @Nullable ImageHeader header(MemorySegment source) {
        try {
            ImageHeader header = CODECS.readHeader(source, true);
            boolean usable = header != null
                    && header.format() == ImageFormat.JPEG
                    && (long) header.width() * header.height() <= MOST_PIXELS
                    && CODECS.decoderFor(header).scales(header).contains(HALF);
            return usable ? header : null;
        } catch (ServiceException refused) {
            // Never gets to a decoder.
            return null;
        }
    }

    private static boolean isAccepted(
            CodecBench bench, Decoder decoder, MemorySegment source, ImageHeader header, int eighths) {
        try (Image image = decoder.decode(source, header, eighths, true, bench.context())) {
            for (Plane plane : image.planes()) {
                assertTrue(plane.width() > 0 && plane.height() > 0);
            }
            return true;
        } catch (ServiceException refusal) {
            return false;
        }
    }

    /** The file for a look at it, beside the test's other output. */
    private static String keep(byte[] bytes) throws IOException {
        Path file = Files.createTempFile("mutation", ".jpg");
        Files.write(file, bytes);
        return file + ", starts " + HexFormat.of().formatHex(bytes, 0, Math.min(16, bytes.length));
    }
}
