/** What jobs cost in CPU time: predictions from plans, corrected by what was measured. Uses {@code pipeline}; start at {@link dev.quarry.engine.cost.CostModel}. */
@NullMarked
package dev.quarry.engine.cost;

import org.jspecify.annotations.NullMarked;
