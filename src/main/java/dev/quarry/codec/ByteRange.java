package dev.quarry.codec;

/** A piece of the source bytes. */
public record ByteRange(long offset, long length) {}
