package dev.quarry.engine.fair;

/**
 * Who asks, as far as fairness cares: two requests with equal ids share one turn.
 *
 * @param name such as {@code key 2}, {@code 192.0.2.7} or {@code 2001:db8:0:1::/64}
 */
public record ClientId(String name) {

    /** The client of work that nobody in particular asked for. */
    public static final ClientId NOBODY = new ClientId("nobody");
}
