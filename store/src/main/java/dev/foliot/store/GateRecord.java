package dev.foliot.store;

import java.util.List;
import java.util.Objects;

/**
 * What a run of pairs was to decide: its first arm is A, its second B, and its forks are pairs, one
 * of each arm in random order.
 *
 * @param detect the ratio from which a difference matters, above 1
 * @param budgetNs no pair begins that would end after it
 * @param mostPairs no more pairs than these
 * @param judged the percentiles that are judged, as {@code p99}, or {@link #RATE}, or the metric of
 *     a study, under each of its loads; they share the error rate
 */
public record GateRecord(double detect, long budgetNs, int mostPairs, List<String> judged) {
  /** Instead of a percentile: the time from message to message, of a closed loop. */
  public static final String RATE = "rate";

  /** Keeps a copy and checks that a difference can be found. */
  public GateRecord {
    if (!(detect > 1 && Double.isFinite(detect))) {
      throw new IllegalArgumentException("detect " + detect);
    }
    judged = List.copyOf(judged);
    Objects.checkIndex(0, judged.size());
  }
}
