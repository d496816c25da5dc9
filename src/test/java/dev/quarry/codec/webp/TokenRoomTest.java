package dev.quarry.codec.webp;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.codec.CodecContext;
import dev.quarry.codec.CodecRegistry;
import dev.quarry.codec.CodecSettings;
import dev.quarry.codec.EncodeOptions;
import dev.quarry.codec.Encoder;
import dev.quarry.codec.ImageFormat;
import dev.quarry.image.ChromaSubsampling;
import dev.quarry.image.ColorModel;
import dev.quarry.image.Image;
import dev.quarry.image.ImageSpec;
import dev.quarry.kernel.Kernels;
import dev.quarry.storage.BlockStorage;
import dev.quarry.storage.GrowingBuffer;
import dev.quarry.storage.StorageScope;
import dev.quarry.storage.StorageSettings;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Random;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** Memory for the tokens of lossy pictures: typical pictures have it reserved, others get it from the budget or do without. */
class TokenRoomTest {

    private static final long BUDGET = 64 << 20;
    private static final EncodeOptions OPTIONS = new EncodeOptions(80, false, ChromaSubsampling.S420, 6, false, 4);
    private static final ImageSpec SHAPE = ImageSpec.ycbcr(640, 480, ChromaSubsampling.S420);
    private static final Encoder ENCODER = CodecRegistry.load(new CodecSettings(true))
            .encoderFor(ImageFormat.WEBP)
            .orElseThrow();

    private final BlockStorage storage = BlockStorage.open(StorageSettings.defaults(BUDGET, 2));
    private final Random random = new Random(7);

    @AfterEach
    void close() {
        storage.close();
    }

    private Image picture(StorageScope scope, ImageSpec shape, IntSupplier samples) {
        Image image = Image.allocate(scope, shape, true);
        image.planes().forEach(plane -> {
            for (int y = 0; y < plane.height(); y++) {
                for (int x = 0; x < plane.width(); x++) {
                    plane.setSample(x, y, samples.getAsInt());
                }
            }
        });
        return image;
    }

    private int noise() {
        return random.nextInt(256);
    }

    /** Memory of the picture, the copy that is encoded, and what the plan reserves for the library. */
    private StorageScope scope() {
        long planes = 4 * SHAPE.pixels();
        return storage.openScope("picture", planes + ENCODER.workingBytes(SHAPE, OPTIONS));
    }

    private byte[] encode(StorageScope scope, Image image) {
        long most = ENCODER.maxBytes(SHAPE, OPTIONS);
        try (StorageScope result = storage.openScope("result", 1 << 20);
                GrowingBuffer output = result.growingBuffer(most)) {
            ENCODER.encode(image, OPTIONS, new byte[0], output, new CodecContext(scope, Kernels.scalar(), () -> {}));
            return output.bytes().toArray(ValueLayout.JAVA_BYTE);
        }
    }

    @Test
    void encode_smoothPicture_takesNothingBeyondThePlan() {
        try (StorageScope scope = scope();
                Image image = picture(scope, SHAPE, () -> 90)) {
            long planned = scope.reservedBytes();
            encode(scope, image);
            assertEquals(planned, scope.reservedBytes());
        }
    }

    @Test
    void encode_noise_takesItsTokensFromTheBudget() {
        try (StorageScope scope = scope();
                Image image = picture(scope, SHAPE, this::noise)) {
            long planned = scope.reservedBytes();
            encode(scope, image);
            long more = scope.reservedBytes() - planned;
            assertTrue(more > 10 * SHAPE.pixels(), "asked for " + more);
            assertTrue(more <= WebpMemory.mostTokens(SHAPE, OPTIONS), "asked for " + more);
        }
    }

    @Test
    void encode_noiseWithoutRoomInTheBudget_givesAPictureAllTheSame() {
        byte[] ample;
        byte[] tight;
        try (StorageScope scope = scope();
                Image image = picture(scope, SHAPE, this::noise)) {
            ample = encodeCopy(image);
            long left = storage.budgetBytes() - scope.reservedBytes() - (2 << 20);
            try (StorageScope others = storage.openScope("others", left)) {
                long planned = scope.reservedBytes();
                tight = encode(scope, image);
                assertEquals(planned, scope.reservedBytes());
                assertTrue(others.reservedBytes() > 0);
            }
        }
        assertFalse(Arrays.equals(ample, tight), "the library did not save memory");
        assertEquals(ample.length, tight.length, ample.length / 20.0);
        assertArrayEquals(Arrays.copyOf(ample, 4), Arrays.copyOf(tight, 4));
    }

    private byte[] encodeCopy(Image image) {
        try (StorageScope ample = storage.openScope("ample", 32 << 20)) {
            return encode(ample, image);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = ColorModel.class,
            mode = Mode.INCLUDE,
            names = {"GRAY", "GRAY_ALPHA", "RGBA"})
    void bytes_moreDetail_isMore(ColorModel model) {
        ImageSpec shape = ImageSpec.of(200, 130, model);
        try (StorageScope scope = storage.openScope("pictures", 4 << 20);
                Image flat = picture(scope, shape, () -> 17);
                Image grain = picture(scope, shape, () -> 100 + random.nextInt(40));
                Image noise = picture(scope, shape, this::noise)) {
            long least = TokenForecast.bytes(flat, 80);
            long some = TokenForecast.bytes(grain, 80);
            long most = TokenForecast.bytes(noise, 80);
            assertTrue(least < some / 4, least + " " + some);
            assertTrue(some < most, some + " " + most);
            assertTrue(TokenForecast.bytes(noise, 40) < most);
            assertTrue(most < 26 * shape.pixels());
        }
    }
}
