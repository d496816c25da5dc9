package dev.quarry.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.codec.CodecBench;
import dev.quarry.codec.CodecRegistry;
import dev.quarry.codec.CodecSettings;
import dev.quarry.codec.ImageHeader;
import dev.quarry.error.ErrorKind;
import dev.quarry.error.ServiceException;
import dev.quarry.image.Orientation;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class HeaderProbeTest {

    private static final CodecRegistry CODECS = CodecRegistry.load(new CodecSettings(false));
    private static final long LIMIT = 100;

    private final List<ImageHeader> told = new ArrayList<>();
    private final HeaderProbe probe = new HeaderProbe(CODECS, LIMIT, told::add);

    private void lookAtEveryPrefix(MemorySegment file) {
        for (long length = 1; length <= file.byteSize(); length++) {
            probe.look(file.asSlice(0, length));
        }
    }

    @Test
    void look_headerPastTheLimit_isRefused() {
        MemorySegment file = MemorySegment.ofArray(CodecBench.resource("corpus/jpeg-icc-size-huge.jpg"));
        ServiceException refusal = assertThrows(ServiceException.class, () -> lookAtEveryPrefix(file));
        assertEquals(ErrorKind.UNPROCESSABLE_IMAGE, refusal.kind());
        assertEquals(LIMIT, refusal.facts().get("limit"));
    }

    @Test
    void look_webpWhoseOrientationStandsLast_waitsForTheWholeFile() {
        MemorySegment file = MemorySegment.ofArray(CodecBench.resource("webp/exif-icc.webp"));
        lookAtEveryPrefix(file);
        assertFalse(probe.isDone());
        assertEquals(Orientation.ROTATE_90, probe.finish(file).orientation());
        assertEquals(1, told.size());
    }

    @Test
    void look_headerWithinTheLimit_isToldOnceAndAtOnce() {
        MemorySegment file = MemorySegment.ofArray(CodecBench.resource("webp/lossy-odd.webp"));
        probe.look(file.asSlice(0, 40));
        assertTrue(probe.isDone());
        lookAtEveryPrefix(file);
        assertEquals(told, List.of(probe.finish(file)));
    }
}
