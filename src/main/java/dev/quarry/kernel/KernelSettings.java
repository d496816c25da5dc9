package dev.quarry.kernel;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How the kernels are chosen.
 *
 * @param provider {@code auto} takes the Vector API where the processor has vectors of 256 bits and the JVM the module
 *     {@code jdk.incubator.vector}; {@code vector} refuses to start without them; {@code scalar} takes plain loops, which
 *     give the same pixels, for instance to rule the Vector API out as the cause of a fault
 */
@ConfigurationProperties("quarry.kernel")
public record KernelSettings(@DefaultValue("auto") KernelChoice provider) {}
