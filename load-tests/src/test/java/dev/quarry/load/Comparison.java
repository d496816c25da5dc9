package dev.quarry.load;

import static io.gatling.javaapi.core.CoreDsl.*;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.http.HttpRequestActionBuilder;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** How long the same requests take without a load beside them and with it. */
final class Comparison {

    private static final double QUANTILE = 0.99;
    private static final double CLOCK_TICKS_MILLIS = 20;

    private final double mostFactor;
    private final Answers alone = new Answers();
    private final Answers beside = new Answers();

    /**
     * Without answers so far.
     *
     * @param mostFactor by how much the load may stretch the 99th percentile
     */
    Comparison(double mostFactor) {
        this.mostFactor = mostFactor;
    }

    /** A request that is noted as one without load. */
    ChainBuilder alone(HttpRequestActionBuilder request) {
        return noted(request, alone);
    }

    /** A request that is noted as one beside the load. */
    ChainBuilder beside(HttpRequestActionBuilder request) {
        return noted(request, beside);
    }

    private static ChainBuilder noted(HttpRequestActionBuilder request, Answers answers) {
        return exec(request.check(responseTimeInMillis().saveAs("millis"))).exec(session -> {
            answers.add(200, TimeUnit.MILLISECONDS.toNanos(session.getInt("millis")));
            return session;
        });
    }

    /** What is wrong with the times, empty if nothing; also prints them. */
    String complaint() {
        double before = alone.quantile(QUANTILE).toMillis();
        double during = beside.quantile(QUANTILE).toMillis();
        System.out.printf(
                Locale.ROOT,
                "p50 and p99: %d and %.0f ms alone, %d and %.0f ms beside the load%n",
                alone.quantile(0.5).toMillis(),
                before,
                beside.quantile(0.5).toMillis(),
                during);
        return during <= mostFactor * before + CLOCK_TICKS_MILLIS
                ? ""
                : "p99 went from " + before + " to " + during + " ms; ";
    }
}
