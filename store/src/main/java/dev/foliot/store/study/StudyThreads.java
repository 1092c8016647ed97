package dev.foliot.store.study;

import org.jspecify.annotations.Nullable;

/**
 * A service's own figures of its threads at one time: a line of {@code threads.csv}.
 *
 * @param atMs time from the start of the measured load, in milliseconds; negative before
 * @param size limit of the strategy's threads at this time, or null
 * @param threads number of threads; with virtual threads, those that run a task
 * @param running tasks that began and have not ended, including blocked ones
 * @param queued tasks that wait for a thread
 * @param completed tasks since the service started
 * @param rejected tasks rejected
 */
public record StudyThreads(
    double atMs,
    @Nullable Long size,
    long threads,
    long running,
    long queued,
    long completed,
    long rejected) {}
