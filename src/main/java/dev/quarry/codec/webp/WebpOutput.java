package dev.quarry.codec.webp;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.quarry.codec.ffi.NativeFrame;
import dev.quarry.storage.GrowingBuffer;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import org.jspecify.annotations.Nullable;

/**
 * The two functions that the encoder calls: one takes its bytes, one says whether it is to go on. Nothing is thrown
 * through C: the first exception is kept, the encoder is told to stop, and {@link #rethrow} throws it afterwards.
 */
final class WebpOutput {

    private static final int GO_ON = 1;
    private static final int STOP = 0;
    private static final FunctionDescriptor WRITER = FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG, ADDRESS);
    private static final FunctionDescriptor PROGRESS_HOOK = FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS);

    private final GrowingBuffer output;
    private final Runnable checkpoint;
    private @Nullable Throwable failure;

    WebpOutput(GrowingBuffer output, Runnable checkpoint) {
        this.output = output;
        this.checkpoint = checkpoint;
    }

    /** Sets both functions, which live as long as {@code frame}. */
    void connect(Picture picture, NativeFrame frame) {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            MethodHandle writer = lookup.findVirtual(WebpOutput.class, "write", WRITER.toMethodType());
            MethodHandle progress = lookup.findVirtual(WebpOutput.class, "progress", PROGRESS_HOOK.toMethodType());
            picture.callbacks(
                    frame.callback(writer.bindTo(this), WRITER), frame.callback(progress.bindTo(this), PROGRESS_HOOK));
        } catch (NoSuchMethodException | IllegalAccessException e) {
            throw new IllegalStateException("a method of this class is missing", e);
        }
    }

    /** {@code WebPWriterFunction}. */
    @SuppressWarnings({"unused", "UnusedMethod"})
    private int write(MemorySegment data, long bytes, MemorySegment picture) {
        return guarded(() -> output.append(data.reinterpret(bytes)));
    }

    /** {@code WebPProgressHook}. */
    @SuppressWarnings({"unused", "UnusedMethod"})
    private int progress(int percent, MemorySegment picture) {
        return guarded(checkpoint);
    }

    private int guarded(Runnable action) {
        if (failure != null) {
            return STOP;
        }
        try {
            action.run();
            return GO_ON;
        } catch (Throwable e) {
            failure = e;
            return STOP;
        }
    }

    /** Throws what one of the functions has thrown, if any. */
    void rethrow() {
        switch (failure) {
            case null -> {}
            case Error error -> throw error;
            case RuntimeException exception -> throw exception;
            case Throwable other -> throw new IllegalStateException("unexpected", other);
        }
    }
}
