package dev.quarry.engine;

/**
 * The waiting jobs of one size at one moment.
 *
 * @param depth how many
 * @param costNanos the CPU time that they will probably take together
 * @param oldestNanos how long the first of them has waited, 0 when none waits
 */
public record LaneStats(int depth, long costNanos, long oldestNanos) {}
