package dev.quarry.codec.png;

import dev.quarry.codec.ffi.NativeFrame;
import dev.quarry.storage.StorageExhaustedException;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** One libspng context with the Java code that reads or writes its file, on one thread. */
final class SpngSession implements AutoCloseable {

    private static final MethodHandle TRANSFER = transferHandle();

    private final LibSpng spng;
    private final Predicate<MemorySegment> transfer;
    private final int failureCode;
    private final NativeFrame frame = new NativeFrame();
    private final MemorySegment context;
    private @Nullable Throwable thrown;

    /**
     * Opens a context.
     *
     * @param transfer reads into or writes from the bytes it is given; false at the end of the file
     */
    SpngSession(LibSpng spng, int flags, Predicate<MemorySegment> transfer) {
        this.spng = spng;
        this.transfer = transfer;
        this.failureCode = flags == LibSpng.CONTEXT_ENCODER ? LibSpng.IO_ERROR : LibSpng.IO_EOF;
        this.context = spng.contextNew(flags);
        if (context.address() == 0) {
            frame.close();
            throw new StorageExhaustedException("libspng found no memory to start", 0, 0);
        }
        check(spng.setPngStream(context, frame.callback(TRANSFER.bindTo(this), LibSpng.CALLBACK)));
    }

    private static MethodHandle transferHandle() {
        try {
            return MethodHandles.lookup()
                    .findVirtual(
                            SpngSession.class,
                            "transfer",
                            MethodType.methodType(
                                    int.class,
                                    MemorySegment.class,
                                    MemorySegment.class,
                                    MemorySegment.class,
                                    long.class));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Called by libspng. Whatever is thrown waits until the library has returned: it must not cross C frames. */
    @SuppressWarnings("unused")
    private int transfer(MemorySegment ignoredContext, MemorySegment ignoredUser, MemorySegment buffer, long length) {
        try {
            return transfer.test(buffer.reinterpret(length)) ? LibSpng.OK : failureCode;
        } catch (Throwable e) {
            thrown = e;
            return LibSpng.IO_ERROR;
        }
    }

    /** The context, for calls. */
    MemorySegment context() {
        return context;
    }

    /** Memory that lives as long as the session. */
    NativeFrame frame() {
        return frame;
    }

    /** Whether the picture goes on after a call with this result; refuses or fails where the call did. */
    boolean goesOn(int result) {
        if (result == LibSpng.END_OF_IMAGE) {
            return false;
        }
        check(result);
        return true;
    }

    /** Returns when the call succeeded; throws what the Java code threw in it, or what its result means. */
    void check(int result) {
        switch (thrown) {
            case null -> {}
            case Error error -> throw error;
            case RuntimeException exception -> throw exception;
            case Throwable other -> throw new IllegalStateException(other);
        }
        if (result != LibSpng.OK) {
            throw PngMessages.refusal(result, spng.strerror(result));
        }
    }

    @Override
    public void close() {
        spng.contextFree(context);
        frame.close();
    }
}
