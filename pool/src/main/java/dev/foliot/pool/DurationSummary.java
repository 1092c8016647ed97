package dev.foliot.pool;

/**
 * Summarises a distribution of durations, in nanoseconds. Percentiles are upper bounds, at most 4 %
 * above the true value; 0 without data.
 *
 * @param count number of durations
 * @param meanNs the mean, at most 1.6 % off: it uses the middle of each bucket
 * @param p50Ns the median
 * @param p90Ns the 90th percentile
 * @param p99Ns the 99th percentile
 * @param maxNs the maximum
 */
public record DurationSummary(
    long count, double meanNs, long p50Ns, long p90Ns, long p99Ns, long maxNs) {}
