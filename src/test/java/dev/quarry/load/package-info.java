/**
 * Load on a service in a process of its own: clients, good and hostile, and what an operator sees meanwhile. Needs nothing
 * but the Java platform; the simulations in {@code load-tests} use the same hostile clients and pictures.
 */
@NullMarked
package dev.quarry.load;

import org.jspecify.annotations.NullMarked;
