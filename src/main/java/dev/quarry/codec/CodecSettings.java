package dev.quarry.codec;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.bind.Name;

/**
 * Which codecs are used.
 *
 * @param nativeLibraries Whether the native libraries are used where they are installed. Without them the decoders and
 *     encoders of the Java platform do the work: slower, with more Java heap, without JPEG decoding at reduced size. Switch
 *     it off to rule a native library out as the cause of a fault.
 */
@ConfigurationProperties("quarry.codec")
public record CodecSettings(
        @Name("native") @DefaultValue("true") boolean nativeLibraries) {}
