package dev.quarry.engine;

import dev.quarry.codec.CodecContext;
import dev.quarry.codec.CodecLibrary;
import dev.quarry.codec.Decoder;
import dev.quarry.codec.EncodeOptions;
import dev.quarry.codec.Encoder;
import dev.quarry.codec.ImageFormat;
import dev.quarry.codec.ImageHeader;
import dev.quarry.image.ChromaSubsampling;
import dev.quarry.image.ColorModel;
import dev.quarry.image.Image;
import dev.quarry.image.ImageSpec;
import dev.quarry.image.Orientation;
import dev.quarry.pipeline.OutputRequest;
import dev.quarry.pipeline.PipelinePlan;
import dev.quarry.pipeline.PipelineRequest;
import dev.quarry.pipeline.PlanCost;
import dev.quarry.storage.GrowingBuffer;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** Plans of chosen sizes; who runs them is the test's own affair, so no codec is ever called. */
final class PlanFixture {

    static final long MAX_RESULT_BYTES = 1 << 20;

    private PlanFixture() {}

    static PipelinePlan plan(long pixelBytes, long resultBytes) {
        ImageHeader header = new ImageHeader(
                ImageFormat.PNG, 10, 10, ColorModel.RGB, null, 8, Orientation.NONE, 1, false, -1, List.of(), null);
        return new PipelinePlan(
                new PipelineRequest(List.of(), OutputRequest.defaults(), true, null),
                header,
                new NoDecoder(),
                1,
                header.spec(),
                List.of(),
                new NoEncoder(),
                new EncodeOptions(80, false, ChromaSubsampling.S420, 6),
                header.spec(),
                false,
                pixelBytes,
                resultBytes,
                0,
                new PlanCost(0, List.of(), 0),
                List.of());
    }

    private static IllegalStateException notCalled() {
        return new IllegalStateException("no codec is called in these tests");
    }

    private static final class NoDecoder implements Decoder {
        @Override
        public ImageFormat format() {
            return ImageFormat.PNG;
        }

        @Override
        public CodecLibrary library() {
            return new CodecLibrary("none", "0");
        }

        @Override
        public long cpuNanos(ImageHeader header, int eighths, long sourceBytes) {
            return 1;
        }

        @Override
        public long workingBytes(ImageHeader header, int eighths) {
            return 0;
        }

        @Override
        public Image decode(
                MemorySegment source, ImageHeader header, int eighths, boolean contiguous, CodecContext context) {
            throw notCalled();
        }
    }

    private static final class NoEncoder implements Encoder {
        @Override
        public ImageFormat format() {
            return ImageFormat.JPEG;
        }

        @Override
        public CodecLibrary library() {
            return new CodecLibrary("none", "0");
        }

        @Override
        public int maxSide() {
            return 100;
        }

        @Override
        public ImageSpec inputSpec(ImageSpec picture, EncodeOptions options) {
            return picture;
        }

        @Override
        public long cpuNanos(ImageSpec input, EncodeOptions options) {
            return 1;
        }

        @Override
        public long workingBytes(ImageSpec input, EncodeOptions options) {
            return 0;
        }

        @Override
        public long expectedBytes(ImageSpec input, EncodeOptions options) {
            return 0;
        }

        @Override
        public long maxBytes(ImageSpec input, EncodeOptions options) {
            return MAX_RESULT_BYTES;
        }

        @Override
        public void encode(
                Image image, EncodeOptions options, byte[] iccProfile, GrowingBuffer output, CodecContext context) {
            throw notCalled();
        }
    }
}
