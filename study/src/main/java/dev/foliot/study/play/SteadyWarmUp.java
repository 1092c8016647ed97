package dev.foliot.study.play;

import dev.foliot.load.LiveSample;
import dev.foliot.stats.Steadiness;
import dev.foliot.stats.WarmUp;
import java.util.ArrayList;
import java.util.List;

/**
 * Decides when a warm-up is over: its throughput has kept one level for five seconds, by {@link
 * WarmUp}, after ten at least. For one thread.
 */
final class SteadyWarmUp {
  /** Shorter samples, at the ends of a load, are too coarse. */
  private static final double LEAST_MS = 250;

  /** Samples of half a second that have to be on the last level. */
  private static final int ON_LEVEL = 10;

  /** The log of the time for an answer, which falls in a warm-up as the service time does. */
  private final List<Double> logs = new ArrayList<>();

  private boolean isSteady;

  /** Adds what the load did since the last sample. */
  void add(LiveSample sample) {
    if (isSteady || sample.spanMs() < LEAST_MS) {
      return;
    }
    logs.add(Math.log(sample.spanMs() / Math.max(0.5, (double) sample.counts().ok())));
    if (logs.size() >= WarmUp.LEAST) {
      WarmUp.Result result =
          WarmUp.classify(logs.stream().mapToDouble(Double::doubleValue).toArray());
      isSteady =
          result.steadiness() != Steadiness.NEVER_STEADY
              && logs.size() - result.steadyFrom() >= ON_LEVEL
              && isLevel();
    }
  }

  /** A slow rise may pass for one level; its ends do not. */
  private boolean isLevel() {
    int end = logs.size();
    double before = mean(end - ON_LEVEL, end - ON_LEVEL / 2);
    return Math.abs(mean(end - ON_LEVEL / 2, end) - before) <= WarmUp.TOLERANCE;
  }

  private double mean(int from, int to) {
    return logs.subList(from, to).stream().mapToDouble(Double::doubleValue).average().orElseThrow();
  }

  /** Whether it is over; it stays so. */
  boolean isSteady() {
    return isSteady;
  }
}
