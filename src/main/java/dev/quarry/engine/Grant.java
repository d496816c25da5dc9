package dev.quarry.engine;

import dev.quarry.engine.fair.JobSize;

/**
 * A job that a worker was given, with what it holds meanwhile.
 *
 * @param job what to do
 * @param reserve whether it holds one of the places that are kept for small jobs
 * @param share where its memory comes from
 */
record Grant(Job job, boolean reserve, JobSize share) {}
