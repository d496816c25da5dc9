/** What can go wrong, as kinds that a caller can act on. Uses nothing; start at {@link dev.quarry.error.ServiceException}. */
@NullMarked
package dev.quarry.error;

import org.jspecify.annotations.NullMarked;
