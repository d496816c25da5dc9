/** What operators see: every meter of the service. Reads the snapshots of the core and listens to the engine; start at {@link dev.quarry.metrics.ServiceMeters}. */
@NullMarked
package dev.quarry.metrics;

import org.jspecify.annotations.NullMarked;
