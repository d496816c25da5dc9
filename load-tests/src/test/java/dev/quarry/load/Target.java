package dev.quarry.load;

import static io.gatling.javaapi.http.HttpDsl.http;

import io.gatling.javaapi.http.HttpProtocolBuilder;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The service that a simulation loads, for how long and how much, as the command line says.
 *
 * @param base where it takes requests
 * @param management where operators ask it
 * @param duration how long the load lasts
 * @param rate the simulation's measure of load
 */
record Target(URI base, URI management, Duration duration, double rate) {

    private static final long LONGEST_SECONDS = 4 * 3600;
    private static final double HIGHEST_RATE = 2000;

    Target {
        if (duration.toSeconds() < 5 || duration.toSeconds() > LONGEST_SECONDS) {
            throw new IllegalArgumentException("seconds is " + duration.toSeconds() + "; allowed are 5 to 14400");
        }
        if (rate <= 0 || rate > HIGHEST_RATE) {
            throw new IllegalArgumentException("rate is " + rate + "; allowed is more than 0 up to 2000");
        }
    }

    /** The command line's; zeros there stand for these values. */
    static Target of(int usualSeconds, double usualRate) {
        int seconds = Integer.getInteger("seconds", 0);
        double rate = Double.parseDouble(System.getProperty("rate", "0"));
        return new Target(
                URI.create(System.getProperty("baseUrl", "http://127.0.0.1:8080")),
                URI.create(System.getProperty("managementUrl", "http://127.0.0.1:8081")),
                Duration.ofSeconds(seconds == 0 ? usualSeconds : seconds),
                rate == 0 ? usualRate : rate);
    }

    /** What a simulation may last, with its beginning and its end. */
    Duration most() {
        return duration.plusSeconds(150);
    }

    /** Where the service listens. */
    InetSocketAddress address() {
        return new InetSocketAddress(base.getHost(), base.getPort());
    }

    /** HTTP from these clients' addresses, each user from one of them. */
    HttpProtocolBuilder clients(int first, int count) {
        HttpProtocolBuilder protocol = http.baseUrl(base.toString()).contentTypeHeader("image/jpeg").disableCaching();
        if (!address().getAddress().isLoopbackAddress()) {
            return protocol;
        }
        List<String> addresses = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            addresses.add(Addresses.ofClient(first + i).getHostAddress());
        }
        return protocol.localAddresses(addresses);
    }

    /** HTTP to the management port. */
    HttpProtocolBuilder operator() {
        return http.baseUrl(management.toString());
    }
}
