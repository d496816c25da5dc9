package dev.quarry.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class EngineSettingsTest {

    private static final Duration SECOND = Duration.ofSeconds(1);

    @Test
    void workerThreads_ofZero_isOneForEachProcessor() {
        assertThat(EngineSettings.of(0, 1, SECOND, SECOND).workerThreads())
                .isEqualTo(Runtime.getRuntime().availableProcessors());
        assertThat(EngineSettings.of(7, 1, SECOND, SECOND).workerThreads()).isEqualTo(7);
    }

    @Test
    void settings_outsideOfTheirRange_nameTheSetting() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> EngineSettings.of(-1, 1, SECOND, SECOND))
                .withMessageContaining("quarry.engine.workers");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> EngineSettings.of(1, 0, SECOND, SECOND))
                .withMessageContaining("quarry.engine.queue-capacity");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> EngineSettings.of(1, 1, Duration.ZERO, SECOND))
                .withMessageContaining("quarry.engine.deadline");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> EngineSettings.of(1, 1, SECOND, SECOND.negated()))
                .withMessageContaining("quarry.engine.drain");
    }
}
