package dev.foliot.pool;

/**
 * A distribution of durations in short, in nanoseconds. Percentiles are upper bounds at most 4 %
 * above the true one; 0 where nothing was counted.
 *
 * @param count how many
 * @param meanNs their mean, at most 1.6 % off: durations are counted in buckets, each taken at its
 *     middle
 * @param p50Ns the median
 * @param p90Ns the 90th percentile
 * @param p99Ns the 99th percentile
 * @param maxNs the greatest
 */
public record DurationSummary(
    long count, double meanNs, long p50Ns, long p90Ns, long p99Ns, long maxNs) {}
