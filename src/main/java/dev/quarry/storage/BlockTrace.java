package dev.quarry.storage;

import java.lang.ref.Cleaner;
import java.lang.ref.Cleaner.Cleanable;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a debug level remembers of one allocation until its memory is handed out again. */
final class BlockTrace {

    private static final Set<String> OWN =
            Set.of(BlockTrace.class.getName(), Moment.class.getName(), BlockWatch.class.getName());

    // One thread serves all storages.
    private static final Cleaner HANDLES = Cleaner.create();

    private final long serial;
    private final StorageScope scope;
    private final Moment allocated;

    // Written by whoever takes the memory out of use; read by whoever finds a fault later.
    private volatile @Nullable Moment released;
    private volatile boolean lost;

    // Written by the thread that made the handle, before anybody else sees it.
    private @Nullable Cleanable handle;

    BlockTrace(long serial, StorageScope scope, boolean withStack) {
        this.serial = serial;
        this.scope = scope;
        this.allocated = Moment.now(withStack);
    }

    /** How many allocations were watched before. */
    long serial() {
        return serial;
    }

    /** The scope that holds or held the memory. */
    StorageScope scope() {
        return scope;
    }

    /** Who allocated it. */
    StorageFault.Call allocated() {
        return allocated.call();
    }

    /** Who released it; null while it is in use. */
    StorageFault.@Nullable Call released() {
        Moment moment = released;
        return moment == null ? null : moment.call();
    }

    /** Has {@code action} done when {@code newHandle} has become garbage; it must not refer to it. */
    void watchHandle(Object newHandle, Runnable action) {
        handle = HANDLES.register(newHandle, action);
    }

    /** Remembers the caller as the one who released it; the handle is not watched any more. */
    void release(boolean withStack) {
        released = Moment.now(withStack);
        if (handle != null) {
            handle.clean();
        }
    }

    /** Whether its stack was taken. */
    boolean hasStack() {
        return allocated.stack != null;
    }

    /** Whether its handle was found to be garbage. */
    boolean isLost() {
        return lost;
    }

    /** Remembers that its handle was found to be garbage. */
    void lose() {
        lost = true;
    }

    /**
     * A thread at a time; the stack is kept as the virtual machine takes it, and turned into elements only for a report.
     *
     * @param thread the thread's name
     * @param stack where it was, where that was asked for
     */
    private record Moment(String thread, @Nullable Throwable stack) {

        static Moment now(boolean withStack) {
            return new Moment(nameOfThread(), withStack ? new Throwable() : null);
        }

        StorageFault.Call call() {
            return new StorageFault.Call(thread, stack == null ? List.of() : outside(stack.getStackTrace()));
        }

        /** Without the innermost frames, which are the same in every report. */
        private static List<StackTraceElement> outside(StackTraceElement[] stack) {
            return Arrays.stream(stack)
                    .dropWhile(frame -> OWN.contains(frame.getClassName()))
                    .toList();
        }
    }

    /** The current thread as reports call it. */
    static String nameOfThread() {
        Thread thread = Thread.currentThread();
        String name = thread.getName().isEmpty() ? "#" + thread.threadId() : thread.getName();
        return (thread.isVirtual() ? "virtual thread " : "thread ") + name;
    }
}
