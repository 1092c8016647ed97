package dev.foliot.checks.peers.pool;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.ToIntFunction;

/** The samples of a load, in time order. Not thread-safe. */
final class Samples {
  private static final long SECOND_NS = 1_000_000_000;

  private final List<Sample> all = new ArrayList<>();
  private int secondAgo;

  void add(Sample sample) {
    all.add(sample);
  }

  /**
   * Whether the rate in the second before the last sample reached {@code perSecond}. The second
   * begins at its first sample, or at the start of a shorter load.
   */
  boolean reached(double perSecond) {
    Sample last = all.getLast();
    while (all.get(secondAgo).atNs() < last.atNs() - SECOND_NS) {
      secondAgo++;
    }
    return last.completed() - all.get(secondAgo).completed() >= perSecond;
  }

  /**
   * Tasks ended per second since a time: the slope of least squares. Callers that began together
   * end together, in waves; a plain count could be wrong by a complete wave at an end of the time.
   */
  double perSecond(long sinceNs) {
    List<Sample> window = all.stream().filter(sample -> sample.atNs() >= sinceNs).toList();
    double meanNs = window.stream().mapToLong(Sample::atNs).average().orElse(Double.NaN);
    double mean = window.stream().mapToLong(Sample::completed).average().orElse(Double.NaN);
    double above = 0;
    double below = 0;
    for (Sample sample : window) {
      above += (sample.atNs() - meanNs) * (sample.completed() - mean);
      below += (sample.atNs() - meanNs) * (sample.atNs() - meanNs);
    }
    return SECOND_NS * above / below;
  }

  /** The maximum at any time since the load began. */
  int most(ToIntFunction<Sample> what) {
    return all.stream().mapToInt(what).max().orElse(0);
  }

  /** The median since a time; empty without samples. */
  OptionalDouble median(long sinceNs, ToIntFunction<Sample> what) {
    int[] seen =
        all.stream().filter(sample -> sample.atNs() >= sinceNs).mapToInt(what).sorted().toArray();
    return seen.length == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of((seen[(seen.length - 1) / 2] + seen[seen.length / 2]) / 2.0);
  }
}
