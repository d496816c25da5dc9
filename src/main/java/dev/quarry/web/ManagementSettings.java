package dev.quarry.web;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What the management port lets its callers do.
 *
 * @param changes Whether {@code /actuator/arenas} lets limits be changed, counts be reset and the cache be cleared; reading
 *     is always allowed.
 */
@ConfigurationProperties("quarry.management")
public record ManagementSettings(@DefaultValue("false") boolean changes) {}
