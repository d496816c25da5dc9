package dev.quarry;

import java.util.function.Predicate;

/**
 * The threads that must never take storage memory: they serve all requests, so one that waited for memory would stop them
 * all. Threads of single requests, virtual or of a pool, are not among them.
 */
final class ServerThreads implements Predicate<Thread> {

    @Override
    public boolean test(Thread thread) {
        String name = thread.getName();
        boolean server = name.startsWith("http-nio-") && (name.endsWith("-Poller") || name.endsWith("-Acceptor"));
        return !thread.isVirtual()
                && (server
                        || name.startsWith("Catalina-utility-")
                        || name.startsWith("container-")
                        || name.startsWith("ForkJoinPool"));
    }
}
