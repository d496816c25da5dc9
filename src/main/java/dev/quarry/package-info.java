/** The application: the one place where the service's parts are built and wired. */
@NullMarked
package dev.quarry;

import org.jspecify.annotations.NullMarked;
