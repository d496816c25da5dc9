package dev.quarry.deploy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.testcontainers.containers.wait.strategy.Wait;

/** The image started in other ways than the chart's. */
class DefaultStartIT {

    private static final byte[] PHOTO = Pictures.of("jpeg", 640, 480);

    @Test
    void start_withNothingSet_serves() throws Exception {
        try (ServiceContainer service = new ServiceContainer()) {
            service.start();
            assertEquals(
                    200, service.transform("resize=300x&format=webp", PHOTO).statusCode());
            service.logLine("(memory of this machine)");
            System.out.println(service.logLine("Started QuarryApplication"));
            System.out.println(service.logLine("Warm-up: ready"));
        }
    }

    @Test
    void start_withoutNativeCodecs_servesByThePlatforms() throws Exception {
        try (ServiceContainer service = new ServiceContainer()) {
            service.lockedDown(768L << 20)
                    .withEnv("QUARRY_CODEC_NATIVE", "false")
                    .start();
            assertEquals(200, service.transform("resize=300x&format=png", PHOTO).statusCode());
            assertEquals(
                    200,
                    service.transform("resize=300x&format=jpeg", Pictures.of("png", 640, 480))
                            .statusCode());
            service.logLine("libturbojpeg is not used");
            assertFalse(service.manage("/actuator/prometheus").contains("library=\"libturbojpeg\""));
        }
    }

    @Test
    void start_withLimitTooSmall_isRefusedWithTheSum() {
        try (ServiceContainer service = new ServiceContainer()) {
            service.lockedDown(300L << 20)
                    .waitingFor(Wait.forLogMessage(
                            ".*The memory does not fit: 126.0 MB heap \\+ 160.0 MB native.*but there are 300.0 MB.*",
                            1))
                    .start();
            assertTrue(service.getLogs().contains("Raise the limit"), service.getLogs());
        }
    }
}
