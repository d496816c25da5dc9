package dev.quarry.pipeline;

/** Turns a request and a header into a plan. */
public final class PipelinePlanner {}
