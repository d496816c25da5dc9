package dev.quarry.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.storage.RowLayout.Run;
import dev.quarry.storage.RowLayout.Section;
import dev.quarry.storage.RowLayout.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RowLayoutTest {

    private static final Shape PLAIN = new Shape(64 << 10, 64, 0);

    @Test
    void of_planeLargerThanABlock_fillsAChainByTheRule() {
        RowLayout layout = RowLayout.of(List.of(new RowShape(1000, 200)), PLAIN, false);
        // 1024 bytes each row; (65536 − 64 − 64) / 1024 = 63 rows each block.
        assertEquals(1024, layout.strideBytes(0));
        assertEquals(2, layout.sections().size());
        Section full = layout.sections().get(0);
        assertEquals(3, full.blocks());
        assertEquals(List.of(new Run(0, 0, 63, 64)), full.runs());
        assertEquals(64 + 63 * 1024 + 64, full.bytesOfEach());
        Section rest = layout.sections().get(1);
        assertEquals(List.of(new Run(0, 189, 11, 64)), rest.runs());
        assertEquals(3 * 65536 + SizeClasses.roundUp(11 * 1024 + 128), layout.bytes());
    }

    @Test
    void of_smallPlanes_shareOneBlock() {
        RowShape luma = new RowShape(100, 100);
        RowShape chroma = new RowShape(50, 50);
        RowLayout layout = RowLayout.of(List.of(luma, chroma, chroma), PLAIN, false);
        assertEquals(1, layout.sections().size());
        assertEquals(
                List.of(new Run(0, 0, 100, 64), new Run(1, 0, 50, 12864), new Run(2, 0, 50, 16064)),
                layout.sections().getFirst().runs());
    }

    @Test
    void of_planesThatTogetherExceedABlock_areNotTornApart() {
        RowShape plane = new RowShape(1000, 40);
        RowLayout layout = RowLayout.of(List.of(plane, plane, plane), PLAIN, false);
        assertEquals(3, layout.sections().size());
        layout.sections()
                .forEach(section -> assertEquals(40, section.runs().getFirst().rows()));
    }

    @Test
    void of_rowWiderThanABlock_getsABlockOfItsOwn() {
        RowLayout layout = RowLayout.of(List.of(new RowShape(100_000, 3)), PLAIN, false);
        Section section = layout.sections().getFirst();
        assertEquals(3, section.blocks());
        assertEquals(1, section.runs().getFirst().rows());
        assertEquals(128 + 100_032, section.bytesOfEach());
    }

    @Test
    void of_contiguousLargePlane_isOneBlock() {
        RowShape large = new RowShape(1000, 200);
        RowLayout layout = RowLayout.of(List.of(large, new RowShape(10, 10), new RowShape(10, 10)), PLAIN, true);
        assertEquals(2, layout.sections().size());
        assertEquals(List.of(new Run(0, 0, 200, 64)), layout.sections().get(0).runs());
        assertEquals(2, layout.sections().get(1).runs().size());
    }

    @Test
    void of_emptyPlanes_costNothing() {
        RowLayout layout =
                RowLayout.of(List.of(new RowShape(0, 0), new RowShape(0, 5), new RowShape(5, 0)), PLAIN, false);
        assertEquals(0, layout.bytes());
        assertEquals(List.of(), layout.sections());
        assertEquals(0, RowLayout.of(List.of(), PLAIN, true).bytes());
    }

    @Test
    void bytes_hugeShapes_areExactOrRefused() {
        int most = Integer.MAX_VALUE - 63;
        long stride = most;
        RowShape huge = new RowShape(most, Integer.MAX_VALUE);
        // Every row needs a block of its own.
        assertEquals(
                Math.multiplyExact(Integer.MAX_VALUE, SizeClasses.roundUp(stride + 128)),
                RowLayout.of(List.of(huge), PLAIN, false).bytes());
        assertThrows(
                ArithmeticException.class,
                () -> RowLayout.of(List.of(huge, huge, huge), PLAIN, false).bytes());
        assertThrows(
                ArithmeticException.class,
                () -> RowLayout.of(List.of(new RowShape(Integer.MAX_VALUE, 1)), PLAIN, false));
        RowShape narrow = new RowShape(1, Integer.MAX_VALUE);
        assertEquals(
                Math.ceilDiv(64L * Integer.MAX_VALUE, 65536 - 128),
                RowLayout.of(List.of(narrow), PLAIN, false).sections().stream()
                        .mapToLong(Section::blocks)
                        .sum());
    }

    @Test
    void of_anyShapes_everyRowLiesOnceAlignedInItsBlockAndApart() {
        Random random = new Random(3);
        for (int round = 0; round < 2_000; round++) {
            Shape shape = new Shape(
                    SizeClasses.PAGE_BYTES * (1 + random.nextInt(20)), 64 << random.nextInt(7), random.nextInt(3) * 64);
            List<RowShape> planes = new ArrayList<>();
            for (int plane = random.nextInt(5); plane >= 0; plane--) {
                planes.add(new RowShape(random.nextInt(1 << random.nextInt(15)), random.nextInt(200)));
            }
            boolean contiguous = random.nextBoolean();
            check(planes, shape, contiguous, "round " + round + ": " + planes + " " + shape + " " + contiguous);
        }
    }

    private static void check(List<RowShape> planes, Shape shape, boolean contiguous, String what) {
        RowLayout layout = RowLayout.of(planes, shape, contiguous);
        int[] nextRow = new int[planes.size()];
        int[] pieces = new int[planes.size()];
        long bytes = 0;
        for (Section section : layout.sections()) {
            for (int block = 0; block < section.blocks(); block++) {
                bytes += SizeClasses.roundUp(section.bytesOfEach());
                long free = shape.guardBytes() + 64L;
                for (Run run : section.runs()) {
                    int stride = layout.strideBytes(run.plane());
                    assertTrue(
                            stride % 64 == 0
                                    && stride >= planes.get(run.plane()).widthBytes(),
                            what);
                    assertEquals(nextRow[run.plane()], run.firstRow() + block * run.rows(), what);
                    nextRow[run.plane()] += run.rows();
                    pieces[run.plane()]++;
                    assertTrue(run.offset() >= free, what);
                    assertEquals(0, run.offset() % shape.alignmentBytes(), what);
                    free = run.offset() + (long) run.rows() * stride;
                }
                assertTrue(free + 64 + shape.guardBytes() <= section.bytesOfEach(), what);
                boolean single =
                        section.runs().size() == 1 && (section.runs().getFirst().rows() == 1 || contiguous);
                assertTrue(single || section.bytesOfEach() <= shape.blockBytes(), what);
            }
        }
        for (int plane = 0; plane < planes.size(); plane++) {
            boolean empty = planes.get(plane).widthBytes() == 0;
            assertEquals(empty ? 0 : planes.get(plane).rows(), nextRow[plane], what);
            assertTrue(!contiguous || pieces[plane] <= 1, what);
        }
        assertEquals(bytes, layout.bytes(), what);
    }
}
