package dev.quarry.storage;

import dev.quarry.image.Plane;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/** Where the contention benchmark's pictures come from. */
interface PictureSource extends AutoCloseable {

    /** What one thread makes pictures with during one round. */
    interface Round extends AutoCloseable {

        /** A picture of so many planes, black if {@code zeroed}, else of undefined content. */
        Picture create(int side, int bands, boolean zeroed);

        @Override
        void close();
    }

    /** A round that holds at most so many pictures, each of at most four planes. */
    Round open(int pictures, int side);

    /** The locks, as they were fought for since the start. */
    List<LockStats> locks();

    /** Blocks that went to another arena because their own was busy or empty. */
    long stolen();

    @Override
    void close();

    /**
     * A picture.
     *
     * @param planes its bands
     * @param release gives the memory back, from any thread
     */
    record Picture(List<Plane> planes, Runnable release) {}

    /** Pictures in the storage, one scope for each thread and round. */
    final class FromStorage implements PictureSource {
        private final BlockStorage storage;

        FromStorage(StorageSettings settings) {
            storage = BlockStorage.open(settings);
        }

        @Override
        public Round open(int pictures, int side) {
            long bytes = 0;
            for (int bands = 3; bands <= 4; bands++) {
                bytes += storage.bytesForRows(shapes(side, bands), false);
            }
            StorageScope scope = storage.openScope("round", pictures * bytes);
            return new Round() {
                @Override
                public Picture create(int side, int bands, boolean zeroed) {
                    return picture(scope.allocateRows(shapes(side, bands), false), side, bands, zeroed);
                }

                @Override
                public void close() {
                    scope.close();
                }
            };
        }

        private static List<RowShape> shapes(int side, int bands) {
            RowShape shape = new RowShape(side, side);
            return bands == 3 ? List.of(shape, shape, shape) : List.of(shape, shape, shape, shape);
        }

        private Picture picture(RowLease lease, int side, int bands, boolean zeroed) {
            if (zeroed) {
                // The planes of a small picture share one block.
                storage.memory()
                        .asSlice(lease.rows(0)[0], (long) bands * side * lease.strideBytes(0))
                        .fill((byte) 0);
            }
            List<Plane> planes = new ArrayList<>(bands);
            for (int band = 0; band < bands; band++) {
                planes.add(new Plane(storage.memory(), lease.rows(band), side, lease.strideBytes(band)));
            }
            return new Picture(planes, lease::close);
        }

        @Override
        public List<LockStats> locks() {
            return storage.stats().arenas().stream().map(ArenaStats::lock).toList();
        }

        @Override
        public long stolen() {
            return storage.stats().arenas().stream()
                    .mapToLong(ArenaStats::stealsIn)
                    .sum();
        }

        @Override
        public void close() {
            storage.close();
        }
    }

    /** Pictures behind one lock. */
    final class FromOneLock implements PictureSource {
        private static final MemorySegment ANYWHERE = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);
        private static final long SLACK = RowLayout.SLACK_BYTES;

        private final LockedZeroingAllocator allocator;

        FromOneLock(int blocksMax) {
            allocator = new LockedZeroingAllocator(blocksMax);
        }

        @Override
        public Round open(int pictures, int side) {
            return new Round() {
                @Override
                public Picture create(int side, int bands, boolean zeroed) {
                    return picture(side, bands, zeroed);
                }

                @Override
                public void close() {
                    // Nothing is counted for a round.
                }
            };
        }

        private Picture picture(int side, int bands, boolean zeroed) {
            int stride = (int) (Math.ceilDiv(side, SLACK) * SLACK);
            MemorySegment block = allocator.allocate((long) bands * side * stride + 2 * SLACK, zeroed);
            List<Plane> planes = new ArrayList<>(bands);
            for (int band = 0; band < bands; band++) {
                long[] rows = new long[side];
                for (int y = 0; y < side; y++) {
                    rows[y] = block.address() + SLACK + ((long) band * side + y) * stride;
                }
                planes.add(new Plane(ANYWHERE, rows, side, stride));
            }
            return new Picture(planes, () -> allocator.release(block));
        }

        @Override
        public List<LockStats> locks() {
            return List.of(allocator.lockStats());
        }

        @Override
        public long stolen() {
            return 0;
        }

        @Override
        public void close() {
            allocator.clear();
        }
    }
}
