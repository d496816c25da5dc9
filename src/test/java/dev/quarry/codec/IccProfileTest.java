package dev.quarry.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.image.ColorModel;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class IccProfileTest {

    private static void assertIgnored(IccProfile profile) {
        assertEquals(0, profile.bytes().length);
        assertTrue(String.valueOf(profile.problem()).endsWith("it was ignored."), profile.problem());
    }

    @Test
    void check_profileForTheModel_isKept() {
        byte[] profile = TestProfile.of(500, "RGB ");
        for (ColorModel model : List.of(ColorModel.RGB, ColorModel.RGBA, ColorModel.YCBCR)) {
            assertArrayEquals(profile, IccProfile.check(profile, model).bytes());
            assertNull(IccProfile.check(profile, model).problem());
        }
        assertNull(IccProfile.check(TestProfile.of(500, "GRAY"), ColorModel.GRAY_ALPHA)
                .problem());
        assertNull(
                IccProfile.check(TestProfile.of(500, "CMYK"), ColorModel.CMYK).problem());
    }

    @Test
    void check_profileForAnotherModel_isIgnored() {
        assertIgnored(IccProfile.check(TestProfile.of(500, "CMYK"), ColorModel.RGB));
        assertIgnored(IccProfile.check(TestProfile.of(500, "RGB "), ColorModel.GRAY));
        assertIgnored(IccProfile.check(TestProfile.of(500, "\0\n<>"), ColorModel.RGB));
    }

    @Test
    void check_brokenHeaders_areIgnored() {
        byte[] profile = TestProfile.of(500, "RGB ");
        assertIgnored(IccProfile.check(Arrays.copyOf(profile, 499), ColorModel.RGB));
        assertIgnored(IccProfile.check(Arrays.copyOf(profile, 100), ColorModel.RGB));
        byte[] huge = profile.clone();
        huge[0] = 0x7F;
        assertIgnored(IccProfile.check(huge, ColorModel.RGB));
        byte[] unsigned = profile.clone();
        unsigned[36] = 0;
        assertIgnored(IccProfile.check(unsigned, ColorModel.RGB));
    }

    @Test
    void gather_piecesOutsideOrTooLarge_areIgnored() {
        MemorySegment source = MemorySegment.ofArray(new byte[100]);
        assertIgnored(IccProfile.gather(source, List.of(new ByteRange(50, 51)), ColorModel.RGB));
        assertIgnored(IccProfile.gather(source, List.of(new ByteRange(Long.MAX_VALUE, 1)), ColorModel.RGB));
        MemorySegment large = MemorySegment.ofArray(new byte[IccProfile.MAX_BYTES + 1]);
        assertIgnored(IccProfile.gather(large, List.of(new ByteRange(0, large.byteSize())), ColorModel.RGB));
    }

    @Test
    void gather_pieces_arePutTogetherInTheirOrder() {
        byte[] profile = TestProfile.of(300, "RGB ");
        byte[] file = new byte[400];
        System.arraycopy(profile, 0, file, 250, 120);
        System.arraycopy(profile, 120, file, 20, 180);
        IccProfile gathered = IccProfile.gather(
                MemorySegment.ofArray(file), List.of(new ByteRange(250, 120), new ByteRange(20, 180)), ColorModel.RGB);
        assertArrayEquals(profile, gathered.bytes());
    }

    @Test
    void none_hasNoProblem() {
        assertNull(
                IccProfile.gather(MemorySegment.NULL, List.of(), ColorModel.RGB).problem());
        assertNotNull(IccProfile.none().bytes());
    }
}
