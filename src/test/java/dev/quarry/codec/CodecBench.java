package dev.quarry.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.quarry.image.Image;
import dev.quarry.image.ImageSpec;
import dev.quarry.kernel.Kernels;
import dev.quarry.storage.BlockStorage;
import dev.quarry.storage.GrowingBuffer;
import dev.quarry.storage.StorageScope;
import dev.quarry.storage.StorageSettings;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Objects;
import java.util.function.Consumer;

/** A bench on which codecs are tried: a storage, one scope, and files in native memory. Closing proves that nothing leaked. */
public final class CodecBench implements AutoCloseable {

    private static final long BUDGET = 256L << 20;

    private final Arena arena = Arena.ofShared();
    private final BlockStorage storage = BlockStorage.open(StorageSettings.defaults(BUDGET, 2));
    private final StorageScope scope = storage.openScope("bench", BUDGET / 2);
    private final CodecContext context;

    /** A bench whose checkpoint never stops the work. */
    public CodecBench() {
        this(() -> {});
    }

    /** A bench with this checkpoint. */
    public CodecBench(Runnable checkpoint) {
        context = new CodecContext(scope, Kernels.scalar(), checkpoint);
    }

    /** What codecs work with here. */
    public CodecContext context() {
        return context;
    }

    /** The scope that blocks are charged to. */
    public StorageScope scope() {
        return scope;
    }

    /** The bytes of a file beside the tests. */
    public static byte[] resource(String path) {
        try (InputStream stream = CodecBench.class.getResourceAsStream("/" + path)) {
            return Objects.requireNonNull(stream, path).readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A copy of the bytes in native memory, with nothing behind them. */
    public MemorySegment source(byte[] bytes) {
        MemorySegment segment = arena.allocate(Math.max(1, bytes.length)).asSlice(0, bytes.length);
        return segment.copyFrom(MemorySegment.ofArray(bytes));
    }

    /** Reads the header and decodes at full size with the first decoder that can. */
    public Image decode(CodecRegistry registry, byte[] bytes) {
        MemorySegment source = source(bytes);
        ImageHeader header = Objects.requireNonNull(registry.readHeader(source, true));
        Decoder decoder = registry.decoderFor(header);
        Image image = decoder.decode(source, header, Decoder.FULL_SIZE, false, context);
        assertEquals(decoder.decodedSpec(header, Decoder.FULL_SIZE), image.spec());
        return image;
    }

    /** An image in which {@code pixels} wrote every sample. */
    public Image image(ImageSpec spec, Consumer<Image> pixels) {
        return context.image(spec, true, pixels);
    }

    /** The encoded picture. */
    public byte[] encode(Encoder encoder, Image image, EncodeOptions options, byte[] profile) {
        assertEquals(image.spec(), encoder.inputSpec(image.spec(), options));
        try (GrowingBuffer output = scope.growingBuffer(encoder.maxBytes(image.spec(), options))) {
            encoder.encode(image, options, profile, output, context);
            return output.bytes().toArray(ValueLayout.JAVA_BYTE);
        }
    }

    @Override
    public void close() {
        assertEquals(0, scope.usedBytes(), "bytes still in use");
        scope.close();
        assertEquals(0, storage.stats().usedBytes());
        storage.close();
        arena.close();
    }
}
