package dev.quarry.codec;

import dev.quarry.image.ChromaSubsampling;

/**
 * How a picture is encoded; an encoder ignores what its format does not have.
 *
 * @param quality 1 to 100, lossy formats
 * @param progressive JPEG scans or PNG interlacing
 * @param chroma 4:2:0 or 4:4:4
 * @param compression 0 to 9, PNG
 */
public record EncodeOptions(int quality, boolean progressive, ChromaSubsampling chroma, int compression) {}
