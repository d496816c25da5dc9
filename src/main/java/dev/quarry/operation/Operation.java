package dev.quarry.operation;

/** One step of a pipeline with its parameters. */
public interface Operation {}
