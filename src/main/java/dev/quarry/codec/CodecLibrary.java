package dev.quarry.codec;

/**
 * The library behind a codec, for {@code /v1/formats}, the start log and the {@code quarry.codec} metric.
 *
 * @param name such as {@code libturbojpeg}
 * @param version such as {@code 2.1.5}, or {@code unknown}
 */
public record CodecLibrary(String name, String version) {}
