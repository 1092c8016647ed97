package dev.foliot.judgement.history;

import java.util.List;

/**
 * A lasting change of response times, on one machine.
 *
 * @param first the index of the first run after it, in its line
 * @param before the index of the last run before it on the same machine
 * @param shifts the percentiles that changed, the clearest first; at least one
 */
public record HistoryChange(int first, int before, List<Shift> shifts) {
  /**
   * How much a percentile changed.
   *
   * @param percentile {@code p99}
   * @param ratio of the runs after it to those before
   * @param low the lower end of its 95 % interval
   * @param high the upper end
   */
  public record Shift(String percentile, double ratio, double low, double high) {}

  /** Keeps a copy. */
  public HistoryChange {
    shifts = List.copyOf(shifts);
  }

  /** The percentile that changed most clearly. */
  public Shift clearest() {
    return shifts.getFirst();
  }

  /** Whether runs became slower. */
  public boolean isWorse() {
    return clearest().ratio > 1;
  }
}
