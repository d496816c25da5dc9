package dev.quarry.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.quarry.engine.WarmUp;
import dev.quarry.kernel.KernelVariant;
import dev.quarry.kernel.WarmingKernels;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("kernels")
@Tag("codecs")
class WarmUpIT {

    @Test
    void readiness_withWarmUp_comesWithCompiledKernels() {
        try (RunningService service = RunningService.start("quarry.warm-up.enabled=true", "quarry.warm-up.limit=2m")) {
            assertThat(service.getManagement("/actuator/health/liveness").statusCode())
                    .isEqualTo(200);
            await().atMost(Duration.ofMinutes(2))
                    .until(() ->
                            service.getManagement("/actuator/health/readiness").statusCode() == 200);
            assertThat(RunningService.json(service.getManagement("/actuator/health/readiness"))
                            .path("components")
                            .path("warmUp")
                            .path("status")
                            .asString())
                    .isEqualTo("UP");
            assertThat(service.bean(WarmingKernels.class).cold()).noneMatch(KernelVariant::isCommon);
            assertThat(service.post("/v1/transform?resize=60x", TestImages.jpeg(100, 80))
                            .statusCode())
                    .isEqualTo(200);
            assertThat(service.post("/v1/transform?resize=60x", TestImages.pngWithAlpha(100, 80))
                            .statusCode())
                    .isEqualTo(200);
            await().untilAsserted(() -> assertThat(service.outcomes("ok")).isEqualTo(2));
            // In about one of ten JVMs the compiler leaves vectors of one kernel on the heap; plain loops go on
            // standing in for it.
            await().atMost(Duration.ofMinutes(2))
                    .until(() -> service.bean(WarmingKernels.class).cold().size() <= 1);
            // It may still be working on that one, with memory.
            service.bean(WarmUp.class).close();
            service.assertNothingHeld();
        }
    }
}
