/** What the engine asks of the operating system. Uses the native linker, and nothing of the service. */
@NullMarked
package dev.quarry.engine.os;

import org.jspecify.annotations.NullMarked;
