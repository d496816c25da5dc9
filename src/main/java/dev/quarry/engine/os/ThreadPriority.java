package dev.quarry.engine.os;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * The priority that Linux gives to a thread ({@code setpriority}, {@code sys/resource.h}): a nice value, which each thread
 * has for itself. Any user may lower it, and only a privileged one may raise it again, so a lowered thread stays so.
 *
 * <p>{@link Thread#setPriority} does not do this: the JVM ignores it unless it is told otherwise and runs as root.
 */
public final class ThreadPriority {

    /** The nice value of least priority. */
    public static final int LEAST = 19;

    private static final int OF_A_THREAD = 0;
    private static final int THE_CALLER = 0;

    private final MethodHandle setPriority;

    private ThreadPriority(MethodHandle setPriority) {
        this.setPriority = setPriority;
    }

    /**
     * Links the call.
     *
     * @throws UnavailableException when this is not Linux or native access is not allowed, with the reason
     */
    public static ThreadPriority load() throws UnavailableException {
        String system = System.getProperty("os.name");
        if (!system.equals("Linux")) {
            throw new UnavailableException("threads have priorities of their own on Linux only, and this is " + system);
        }
        try {
            Linker linker = Linker.nativeLinker();
            MemorySegment address = linker.defaultLookup()
                    .find("setpriority")
                    .orElseThrow(() -> new UnavailableException("the C library has no setpriority"));
            return new ThreadPriority(
                    linker.downcallHandle(address, FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT)));
        } catch (UnsupportedOperationException | IllegalCallerException e) {
            throw new UnavailableException("the JVM has no native linker for us: " + e.getMessage());
        }
    }

    /** Gives the calling platform thread this nice value, 0 to 19; false when the system refuses. */
    public boolean lower(int nice) {
        try {
            return (int) setPriority.invokeExact(OF_A_THREAD, THE_CALLER, nice) == 0;
        } catch (Throwable e) {
            throw new AssertionError("setpriority reports failure by its result", e);
        }
    }

    /** Why priorities cannot be set. */
    public static final class UnavailableException extends Exception {
        private static final long serialVersionUID = 1;

        UnavailableException(String reason) {
            super(reason);
        }
    }
}
