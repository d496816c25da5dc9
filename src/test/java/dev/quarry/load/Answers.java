package dev.quarry.load;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What one or several clients were answered, and how long it took. Safe for use by several threads. */
final class Answers {

    private final Map<Integer, List<Long>> nanosByStatus = new TreeMap<>();
    private final List<String> defects = new ArrayList<>();

    /** A request to be made. */
    @FunctionalInterface
    interface Request {

        /** Makes it. */
        HttpResponse<byte[]> send() throws IOException, InterruptedException;
    }

    /** Makes a request and notes its answer: the status, and 0 when the connection broke instead. */
    int take(Request request) throws InterruptedException {
        long start = System.nanoTime();
        try {
            HttpResponse<byte[]> answer = request.send();
            add(answer.statusCode(), System.nanoTime() - start);
            boolean refusal = answer.statusCode() == 503 || answer.statusCode() == 429;
            if (refusal && answer.headers().firstValueAsLong("Retry-After").orElse(0) < 1) {
                defect(answer.statusCode() + " without Retry-After");
            }
            return answer.statusCode();
        } catch (IOException broken) {
            defect(broken.toString());
            return 0;
        }
    }

    /** Notes an answer. */
    synchronized void add(int status, long nanos) {
        nanosByStatus.computeIfAbsent(status, any -> new ArrayList<>()).add(nanos);
    }

    private synchronized void defect(String what) {
        defects.add(what);
    }

    /** How many answers of each status came. */
    synchronized Map<Integer, Integer> statuses() {
        Map<Integer, Integer> counts = new TreeMap<>();
        nanosByStatus.forEach((status, nanos) -> counts.put(status, nanos.size()));
        return counts;
    }

    /** Connections that broke, and refusals that do not say when to come back. */
    synchronized List<String> defects() {
        return List.copyOf(defects);
    }

    /** The time that the part {@code quantile} of the good answers did not exceed. */
    synchronized Duration quantile(double quantile) {
        return quantile(200, quantile);
    }

    /** The time that the part {@code quantile} of the answers with this status did not exceed. */
    synchronized Duration quantile(int status, double quantile) {
        List<Long> times = new ArrayList<>(nanosByStatus.getOrDefault(status, List.of()));
        if (times.isEmpty()) {
            throw new IllegalStateException("no " + status + ", only " + nanosByStatus.keySet() + " " + defects);
        }
        Collections.sort(times);
        return Duration.ofNanos(times.get((int) Math.ceil(quantile * times.size()) - 1));
    }

    @Override
    public synchronized String toString() {
        String times = nanosByStatus.containsKey(200)
                ? ", p50 " + quantile(0.5).toMillis() + " ms, p99 "
                        + quantile(0.99).toMillis() + " ms"
                : "";
        return statuses() + times + (defects.isEmpty() ? "" : ", defects " + defects);
    }
}
