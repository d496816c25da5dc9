package dev.quarry.pipeline;

import dev.quarry.codec.CodecContext;
import dev.quarry.image.Image;
import dev.quarry.operation.UnprocessableImageException;
import dev.quarry.storage.GrowingBuffer;

/** The encoding of one result, again and again at lower quality where it has to fit into a number of bytes. */
record ResultEncoding(PipelinePlan plan, Image image, byte[] profile, GrowingBuffer output, CodecContext context) {

    /** Leaves the encoded result in {@code output}. */
    void run() {
        Long maxBytes = plan.request().output().maxBytes();
        encode(plan.options().quality());
        if (maxBytes != null && output.length() > maxBytes) {
            fit(maxBytes);
        }
    }

    /** Looks by bisection for the highest quality that fits. */
    private void fit(long maxBytes) {
        if (!FormatOptions.isLossy(plan.encoder().format(), plan.options())) {
            throw tooLarge(maxBytes);
        }
        int fits = 0;
        int exceeds = plan.options().quality();
        int encoded = exceeds;
        while (exceeds - fits > 1) {
            encoded = (fits + exceeds) / 2;
            encode(encoded);
            if (output.length() > maxBytes) {
                exceeds = encoded;
            } else {
                fits = encoded;
            }
        }
        if (fits == 0) {
            throw tooLarge(maxBytes);
        }
        if (encoded != fits) {
            encode(fits);
        }
    }

    private UnprocessableImageException tooLarge(long maxBytes) {
        UnprocessableImageException refusal =
                new UnprocessableImageException("the result has at least %d bytes as %s; maxBytes allows %d"
                        .formatted(output.length(), plan.encoder().format().label(), maxBytes));
        refusal.with("parameter", "maxBytes").with("limit", maxBytes).with("actual", output.length());
        return refusal;
    }

    private void encode(int quality) {
        context.checkpoint().run();
        output.truncate(0);
        plan.encoder().encode(image, plan.options().withQuality(quality), profile, output, context);
    }
}
