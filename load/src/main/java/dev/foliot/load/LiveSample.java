package dev.foliot.load;

/**
 * What a load did in about the last half second, while it runs.
 *
 * @param atMs its end, from the start of the load
 * @param phase the number of the current phase, from 0
 * @param spanMs its length
 * @param sent requests sent in it
 * @param ok successful answers in it
 * @param failed failures in it
 * @param inFlight requests in flight at its end
 * @param connections open connections at its end
 * @param responseP50Ns the median response time of its answers, 0 without any
 * @param responseP99Ns the 99th percentile
 * @param responseMaxNs the maximum
 * @param latenessMaxNs the maximum of the generator's own lateness
 */
public record LiveSample(
    double atMs,
    int phase,
    double spanMs,
    long sent,
    long ok,
    long failed,
    long inFlight,
    long connections,
    long responseP50Ns,
    long responseP99Ns,
    long responseMaxNs,
    long latenessMaxNs) {}
