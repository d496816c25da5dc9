/** Whose turn it is: clients, sizes of jobs, and a queue that serves clients in turns. Start at {@link dev.quarry.engine.fair.TurnQueue}. */
@NullMarked
package dev.quarry.engine.fair;

import org.jspecify.annotations.NullMarked;
