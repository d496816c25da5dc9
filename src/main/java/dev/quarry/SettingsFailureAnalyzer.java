package dev.quarry;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/** Prints a setting that stopped the start as one sentence instead of a stack trace. */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class SettingsFailureAnalyzer extends AbstractFailureAnalyzer<IllegalArgumentException> {

    // A setting, not a class of this project.
    private static final Pattern SETTING = Pattern.compile("(?<![.\\w])quarry\\.");

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, IllegalArgumentException cause) {
        for (Throwable failure = rootFailure; failure != null; failure = failure.getCause()) {
            String message = failure.getMessage();
            if (failure instanceof IllegalArgumentException
                    && message != null
                    && SETTING.matcher(message).find()) {
                return new FailureAnalysis(
                        message,
                        "Change the setting, or leave it out to have its default; see docs/configuration.md.",
                        cause);
            }
        }
        return null;
    }
}
