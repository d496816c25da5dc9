package dev.quarry.load;

import dev.quarry.load.HostileClient.Bodies;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Hostile clients of every kind, until they are told to stop, and what they were answered. */
final class HostileCrowd implements AutoCloseable {

    private static final long PAUSE_MILLIS = 150;
    private static final int FIRST_CLIENT = 100;
    private static final Hostility[] KINDS = Hostility.values();
    private static final Set<Integer> ALLOWED =
            Set.of(HostileClient.NO_ANSWER, 200, 400, 408, 413, 415, 422, 429, 503, 504);

    private final Answers[] answers = new Answers[KINDS.length];
    private final InetSocketAddress server;
    private final Bodies bodies;
    private final Duration patience;
    private final Crowd crowd;

    /**
     * Starts them.
     *
     * @param ofEachKind how many of each kind there are
     * @param patience how long a client keeps what is slow going
     */
    HostileCrowd(InetSocketAddress server, Bodies bodies, int ofEachKind, Duration patience) {
        this.server = server;
        this.bodies = bodies;
        this.patience = patience;
        for (int i = 0; i < answers.length; i++) {
            answers[i] = new Answers();
        }
        crowd = Crowd.of(ofEachKind * KINDS.length, this::visit);
    }

    private void visit(int client) throws Exception {
        Hostility kind = KINDS[client % KINDS.length];
        HostileClient visitor = new HostileClient(server, Addresses.ofClient(FIRST_CLIENT + client), bodies, patience);
        long start = System.nanoTime();
        answersTo(kind).add(visitor.visit(kind), System.nanoTime() - start);
        Thread.sleep(PAUSE_MILLIS);
    }

    /** What the clients of a kind were answered. */
    Answers answersTo(Hostility kind) {
        return answers[kind.ordinal()];
    }

    /** The answers that no client should have had, and the kinds of clients that had none at all; empty if all is well. */
    Map<Hostility, Answers> unexpected() {
        Map<Hostility, Answers> unexpected = new TreeMap<>();
        for (Hostility kind : KINDS) {
            Set<Integer> statuses = answersTo(kind).statuses().keySet();
            if (statuses.isEmpty() || !ALLOWED.containsAll(statuses)) {
                unexpected.put(kind, answersTo(kind));
            }
        }
        return unexpected;
    }

    /** Lets each client finish what it does; what one of them threw is thrown here. */
    void stop() throws Exception {
        crowd.stop();
    }

    @Override
    public void close() {
        crowd.close();
    }

    @Override
    public String toString() {
        StringBuilder all = new StringBuilder();
        for (Hostility kind : KINDS) {
            all.append(kind).append(' ').append(answersTo(kind)).append("; ");
        }
        return all.toString();
    }
}
