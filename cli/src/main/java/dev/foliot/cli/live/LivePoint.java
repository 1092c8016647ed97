package dev.foliot.cli.live;

/**
 * A load during one sample. Times in nanoseconds; 0 where nothing was answered.
 *
 * @param atS its end, in seconds from the start of the first plan
 * @param askedPerS the mean rate of the phase; 0 for a closed loop
 * @param answeredPerS successful answers
 * @param failedPerS failures
 * @param p50Ns the median response time
 * @param p99Ns the 99th percentile
 * @param maxNs the longest
 * @param lateNs the generator's own lateness, at most
 * @param generatorCpus its CPU use in CPUs; 0 where unknown
 */
public record LivePoint(
    double atS,
    double askedPerS,
    double answeredPerS,
    double failedPerS,
    long p50Ns,
    long p99Ns,
    long maxNs,
    long lateNs,
    double generatorCpus) {}
