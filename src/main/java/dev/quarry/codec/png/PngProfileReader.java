package dev.quarry.codec.png;

import dev.quarry.codec.ByteRange;
import dev.quarry.codec.ByteReader;
import dev.quarry.codec.IccProfile;
import dev.quarry.image.ColorModel;
import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** The colour profile in an iCCP chunk: a name, a zero, the compression method 0, and a zlib stream (PNG, 11.3.3.3). */
public final class PngProfileReader {

    private static final int MOST_NAME_BYTES = 79;
    private static final int STEP_BYTES = 16 << 10;

    private PngProfileReader() {}

    /** Inflates and checks the profile; never more than {@link IccProfile#MAX_BYTES}. */
    public static IccProfile read(MemorySegment source, ByteRange chunk, ColorModel model) {
        ByteReader reader = ByteReader.bigEndian(source);
        if (!reader.has(chunk.offset(), chunk.length())) {
            return broken();
        }
        long end = chunk.offset() + chunk.length();
        long zero = chunk.offset();
        while (zero < end && zero - chunk.offset() <= MOST_NAME_BYTES && reader.u8(zero) != 0) {
            zero++;
        }
        if (zero + 2 > end || reader.u8(zero) != 0 || reader.u8(zero + 1) != 0) {
            return broken();
        }
        try (Inflater inflater = new Inflater()) {
            inflater.setInput(reader.slice(zero + 2, end - zero - 2).asByteBuffer());
            return inflate(inflater, model);
        } catch (DataFormatException e) {
            return broken();
        }
    }

    private static IccProfile inflate(Inflater inflater, ColorModel model) throws DataFormatException {
        ByteArrayOutputStream profile = new ByteArrayOutputStream();
        byte[] step = new byte[STEP_BYTES];
        while (!inflater.finished()) {
            int count = inflater.inflate(step);
            if (count == 0 && !inflater.finished()) {
                return broken();
            }
            profile.write(step, 0, count);
            if (profile.size() > IccProfile.MAX_BYTES) {
                return IccProfile.tooLarge();
            }
        }
        return profile.size() == 0 ? broken() : IccProfile.check(profile.toByteArray(), model);
    }

    private static IccProfile broken() {
        return IccProfile.ignored("The embedded colour profile cannot be unpacked; it was ignored.");
    }
}
