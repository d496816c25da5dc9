package dev.quarry.engine;

import dev.quarry.engine.fair.JobSize;

/**
 * A job that a worker was given, with what it holds meanwhile.
 *
 * @param job what to do
 * @param place on whose account it runs
 * @param share where its memory comes from
 */
record Grant(Job job, WorkPlace place, JobSize share) {}
