package dev.quarry.deploy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sixty-four clients that post large and hostile pictures, all at once. */
class BurstIT {

    private static final int CLIENTS = 64;
    private static final int ROUNDS = 3;
    private static final List<Integer> ALLOWED = List.of(200, 400, 413, 415, 422, 429, 503, 504);

    private static final List<String> HELD = List.of(
            "quarry_scopes_live",
            "quarry_storage_used_bytes",
            "quarry_storage_reserved_bytes",
            "quarry_storage_leaks_total");
    private static final int IDLE_SECONDS = 90;

    private static final byte[] LARGE = Pictures.of("jpeg", 6000, 4000);
    private static final byte[] SMALL = Pictures.of("jpeg", 640, 480);

    @ParameterizedTest
    @ValueSource(longs = {512, 2048})
    void burst_inContainerOfLimit_isSurvived(long megabytes) throws Exception {
        try (ServiceContainer service = new ServiceContainer()) {
            service.lockedDown(megabytes << 20).start();
            System.out.println(service.logLine("Memory: "));
            Map<Integer, Integer> answers = burst(service);
            System.out.println(megabytes + " MB: answers " + answers + ", peak " + peak(service));
            assertTrue(ALLOWED.containsAll(answers.keySet()), answers.toString());
            assertTrue(answers.getOrDefault(200, 0) > 0, answers.toString());
            assertEquals(200, service.transform("resize=300x", SMALL).statusCode());
            assertIdle(service);
        }
    }

    private static Map<Integer, Integer> burst(ServiceContainer service) throws Exception {
        List<Callable<Integer>> requests = new ArrayList<>();
        byte[] truncated = Arrays.copyOf(LARGE, LARGE.length / 3);
        byte[] noise = new byte[1 << 20];
        for (int round = 0; round < ROUNDS; round++) {
            for (int client = 0; client < CLIENTS; client++) {
                byte[] picture = client % 16 == 0 ? truncated : client % 16 == 1 ? noise : LARGE;
                requests.add(() ->
                        service.transform("resize=300x&format=jpeg", picture).statusCode());
            }
        }
        Map<Integer, Integer> answers = new TreeMap<>();
        try (ExecutorService clients = Executors.newFixedThreadPool(CLIENTS)) {
            for (Future<Integer> answer : clients.invokeAll(requests)) {
                answers.merge(answer.get(), 1, Integer::sum);
            }
        }
        return answers;
    }

    private static String peak(ServiceContainer service) throws Exception {
        String bytes = service.run(
                "sh",
                "-c",
                "cat /sys/fs/cgroup/memory/memory.max_usage_in_bytes 2>/dev/null || cat /sys/fs/cgroup/memory.peak");
        return (Long.parseLong(bytes) >> 20) + " MB";
    }

    /** Nothing was killed, and nothing is held once the warm-up, which goes on beside requests, has ended as well. */
    private static void assertIdle(ServiceContainer service) throws Exception {
        var state = service.state();
        assertEquals(true, state.getRunning());
        assertFalse(Boolean.TRUE.equals(state.getOOMKilled()), "killed at the memory limit");
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(IDLE_SECONDS);
        while (service.metric("quarry_scopes_live") > 0 && System.nanoTime() < end) {
            Thread.sleep(200);
        }
        for (String held : HELD) {
            assertEquals(0, service.metric(held), held);
        }
    }
}
