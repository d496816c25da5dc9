package dev.quarry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** A bad setting stops the start, and the log names it. */
@Tag("no-mode")
class SettingsFailureIT {

    private static Throwable start(String setting) {
        return catchThrowable(() -> new SpringApplicationBuilder(QuarryApplication.class)
                .logStartupInfo(false)
                .run("--server.port=0", "--management.server.port=0", "--" + setting)
                .close());
    }

    @ParameterizedTest
    @CsvSource({
        "quarry.engine.workers=-1",
        "quarry.engine.queue-capacity=0",
        "quarry.limits.body=1B",
        "quarry.limits.side=70000",
        "quarry.http.body-deadline=0s",
        "quarry.storage.alignment=100",
        "quarry.storage.budget=90000GB",
        "quarry.storage.arenas=1000",
        "quarry.storage.decay=-2s",
        "quarry.pipeline.reducing-gap=0.5"
    })
    void start_withValueOutOfRange_saysWhichSetting(String setting) {
        FailureAnalysis analysis = new SettingsFailureAnalyzer().analyze(start(setting));
        assertThat(Objects.requireNonNull(analysis, "no sentence").getDescription())
                .contains(setting.substring(0, setting.indexOf('=')));
        assertThat(analysis.getAction()).contains("docs/configuration.md");
    }

    @ParameterizedTest
    @CsvSource({"quarry.engine.workers=many", "quarry.storage.block-size=9000000000GB", "quarry.storage.debug=foo"})
    void start_withValueThatIsNone_saysWhichSetting(String setting) {
        Throwable failure = start(setting);
        assertThat(failure).hasStackTraceContaining(setting.substring(0, setting.indexOf('=')));
        assertThat(new SettingsFailureAnalyzer().analyze(failure))
                .as("Boot's own sentence names the setting and what is allowed")
                .isNull();
    }
}
