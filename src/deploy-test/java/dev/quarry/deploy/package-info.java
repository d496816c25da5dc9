/**
 * Tests of what is shipped: the image, the chart, the dashboard and the alerts. They need a Docker engine with the images
 * that {@code docker/build.sh} makes, and run with {@code ./mvnw -Pcontainers verify}; without an engine they fail.
 */
@NullMarked
package dev.quarry.deploy;

import org.jspecify.annotations.NullMarked;
