package dev.quarry.storage;

import io.netty.buffer.AdaptiveByteBufAllocator;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocator;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * A way to get memory that the storage is measured against, or the storage itself.
 *
 * @param <T> what stands for a piece of memory
 */
public interface ComparedAllocator<T> extends AutoCloseable {

    /** A piece of at least {@code bytes}. */
    T allocate(long bytes);

    /** The memory of a piece, at least {@code bytes}. */
    MemorySegment memory(T piece, long bytes);

    /** Takes a piece back. */
    void release(T piece);

    @Override
    default void close() {}

    /** The ways to get memory. */
    enum Kind {
        /** The storage, its cache on. */
        POOL,
        /** The storage, its cache off: each block is fresh memory of the system. */
        POOL_COLD,
        /** {@link Arena#ofConfined}. */
        CONFINED,
        /** {@link Arena#ofShared}. */
        SHARED,
        /** {@link Arena#ofAuto}. */
        AUTO,
        /** {@code new byte[]}. */
        HEAP,
        /** {@code malloc} of whatever C library the process runs with. */
        MALLOC,
        /** Netty's pooled allocator. */
        NETTY_POOLED,
        /** Netty's adaptive allocator. */
        NETTY_ADAPTIVE,
        /** Nothing at all, to see what the clock costs. */
        NONE;

        /** An allocator of this kind. */
        public ComparedAllocator<?> open() {
            return switch (this) {
                case POOL -> new Pool(64);
                case POOL_COLD -> new Pool(0);
                case CONFINED -> new ClosedArena(false);
                case SHARED -> new ClosedArena(true);
                case AUTO -> new AutomaticArena();
                case HEAP -> new Heap();
                case MALLOC -> new Malloc();
                case NETTY_POOLED -> new Netty(new PooledByteBufAllocator(true));
                case NETTY_ADAPTIVE -> new Netty(new AdaptiveByteBufAllocator(true));
                case NONE -> new Nothing();
            };
        }
    }

    /** Blocks of one scope. */
    final class Pool implements ComparedAllocator<Block> {
        private final BlockStorage storage;
        private final StorageScope scope;

        private Pool(int blocksMax) {
            StorageSettings settings = MeasuredStorage.settings(8, blocksMax);
            storage = BlockStorage.open(settings);
            scope = storage.openScope("benchmark", settings.budgetBytes() / 2);
        }

        @Override
        public Block allocate(long bytes) {
            return scope.allocate(bytes);
        }

        @Override
        public MemorySegment memory(Block piece, long bytes) {
            return storage.memory().asSlice(piece.offset(), bytes);
        }

        @Override
        public void release(Block piece) {
            piece.close();
        }

        @Override
        public void close() {
            scope.close();
            storage.close();
        }
    }

    /**
     * A segment with the arena that it lives in.
     *
     * @param arena closed to release it
     * @param segment zeroed
     */
    record ArenaPiece(Arena arena, MemorySegment segment) {}

    /** Arenas of the JDK that are closed. */
    final class ClosedArena implements ComparedAllocator<ArenaPiece> {
        private final boolean shared;

        private ClosedArena(boolean shared) {
            this.shared = shared;
        }

        @Override
        public ArenaPiece allocate(long bytes) {
            Arena arena = shared ? Arena.ofShared() : Arena.ofConfined();
            return new ArenaPiece(arena, arena.allocate(bytes));
        }

        @Override
        public MemorySegment memory(ArenaPiece piece, long bytes) {
            return piece.segment().asSlice(0, bytes);
        }

        @Override
        public void release(ArenaPiece piece) {
            piece.arena().close();
        }
    }

    /** Arenas of the JDK that the garbage collector closes. */
    final class AutomaticArena implements ComparedAllocator<MemorySegment> {
        @Override
        public MemorySegment allocate(long bytes) {
            return Arena.ofAuto().allocate(bytes);
        }

        @Override
        public MemorySegment memory(MemorySegment piece, long bytes) {
            return piece.asSlice(0, bytes);
        }

        @Override
        public void release(MemorySegment piece) {
            // The collector does it.
        }
    }

    /** Arrays on the heap. */
    final class Heap implements ComparedAllocator<byte[]> {
        @Override
        public byte[] allocate(long bytes) {
            return new byte[Math.toIntExact(bytes)];
        }

        @Override
        public MemorySegment memory(byte[] piece, long bytes) {
            return MemorySegment.ofArray(piece).asSlice(0, bytes);
        }

        @Override
        public void release(byte[] piece) {
            // The collector does it.
        }
    }

    /** The C library's allocator. */
    final class Malloc implements ComparedAllocator<MemorySegment> {
        private final SystemMalloc system = new SystemMalloc();

        @Override
        public MemorySegment allocate(long bytes) {
            return system.allocate(bytes);
        }

        @Override
        public MemorySegment memory(MemorySegment piece, long bytes) {
            return piece.asSlice(0, bytes);
        }

        @Override
        public void release(MemorySegment piece) {
            system.free(piece);
        }
    }

    /** Direct buffers of Netty. */
    final class Netty implements ComparedAllocator<ByteBuf> {
        private final ByteBufAllocator allocator;

        private Netty(ByteBufAllocator allocator) {
            this.allocator = allocator;
        }

        @Override
        public ByteBuf allocate(long bytes) {
            int size = Math.toIntExact(bytes);
            return allocator.directBuffer(size, size);
        }

        @Override
        public MemorySegment memory(ByteBuf piece, long bytes) {
            return MemorySegment.ofBuffer(piece.internalNioBuffer(0, Math.toIntExact(bytes)));
        }

        @Override
        public void release(ByteBuf piece) {
            piece.release();
        }
    }

    /** No memory. */
    final class Nothing implements ComparedAllocator<MemorySegment> {
        @Override
        public MemorySegment allocate(long bytes) {
            return MemorySegment.NULL;
        }

        @Override
        public MemorySegment memory(MemorySegment piece, long bytes) {
            return piece;
        }

        @Override
        public void release(MemorySegment piece) {
            // Nothing was taken.
        }
    }
}
