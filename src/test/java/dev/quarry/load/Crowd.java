package dev.quarry.load;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Clients that do the same again and again, each in a thread of its own, until they are told to stop. */
final class Crowd implements AutoCloseable {

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final List<Future<?>> clients = new ArrayList<>();
    private volatile boolean stopped;

    /** What a client does once. */
    @FunctionalInterface
    interface Behaviour {

        /** Does it; {@code client} counts from 0. */
        void act(int client) throws Exception;
    }

    /** Starts {@code count} clients. */
    static Crowd of(int count, Behaviour behaviour) {
        Crowd crowd = new Crowd();
        for (int i = 0; i < count; i++) {
            int client = i;
            Callable<Void> endless = () -> {
                while (!crowd.stopped) {
                    behaviour.act(client);
                }
                return null;
            };
            crowd.clients.add(crowd.threads.submit(endless));
        }
        return crowd;
    }

    /** Lets each client finish what it does; what one of them threw is thrown here. */
    void stop() throws Exception {
        stopped = true;
        for (Future<?> client : clients) {
            client.get();
        }
    }

    @Override
    public void close() {
        stopped = true;
        threads.shutdownNow();
        threads.close();
    }
}
