package dev.quarry.deploy;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

/** Clients that post pictures of three formats, and what is none, without pause until they are told to end. */
final class Load implements AutoCloseable {

    private static final int CLIENTS = 4;
    private static final byte[] JPEG = Pictures.of("jpeg", 2000, 1500);
    private static final byte[] PNG = Pictures.of("png", 800, 600);
    private static final byte[] BMP = Pictures.of("bmp", 300, 200);

    private final ServiceContainer service;
    private final ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
    private final List<Future<Integer>> counts;
    private volatile boolean ends;

    /** Begins at once. */
    Load(ServiceContainer service) {
        this.service = service;
        counts = Stream.generate(() -> clients.submit(this::requests))
                .limit(CLIENTS)
                .toList();
    }

    private int requests() throws Exception {
        int requests = 0;
        while (!ends) {
            assertStatus(200, "resize=720x&format=jpeg", JPEG);
            assertStatus(200, "crop=300x200&rotate=13&format=webp", PNG);
            assertStatus(200, "grayscale&format=png", BMP);
            assertStatus(415, "format=png", new byte[100]);
            requests += 4;
        }
        return requests;
    }

    private void assertStatus(int expected, String query, byte[] picture) throws Exception {
        assertEquals(expected, service.transform(query, picture).statusCode(), query);
    }

    /** Ends it and tells how many requests there were; fails when one was not answered as it should be. */
    int end() throws Exception {
        ends = true;
        int requests = 0;
        for (Future<Integer> count : counts) {
            requests += count.get();
        }
        return requests;
    }

    @Override
    public void close() {
        ends = true;
        clients.close();
    }
}
