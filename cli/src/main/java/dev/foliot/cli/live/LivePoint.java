package dev.foliot.cli.live;

import dev.foliot.load.LiveSample;

/**
 * A load during one sample.
 *
 * @param atS its end, in seconds from the start of the first plan
 * @param askedPerS the mean rate of the phase; 0 for a closed loop
 * @param answeredPerS successful answers
 * @param failedPerS failures
 * @param times of its answers
 * @param generatorCpus its CPU use in CPUs; 0 where unknown
 */
public record LivePoint(
    double atS,
    double askedPerS,
    double answeredPerS,
    double failedPerS,
    LiveSample.Times times,
    double generatorCpus) {}
