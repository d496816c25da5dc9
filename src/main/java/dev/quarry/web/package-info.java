/** The HTTP contract: requests are read here, problems and results written. Uses {@code engine}; start at TransformController. */
@NullMarked
package dev.quarry.web;

import org.jspecify.annotations.NullMarked;
