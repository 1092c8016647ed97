package dev.foliot.checks.peers.pool;

import dev.foliot.stats.Counted;
import dev.foliot.stats.OrderStatisticInterval;
import dev.foliot.stats.Range;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * The ratio of two pools that ran in the same rounds.
 *
 * <p>It is the median of the rounds' ratios, with the interval of a median between two order
 * statistics. That needs no assumption on their distribution. With fewer than six rounds the
 * interval is unbounded.
 *
 * @param estimate the median
 * @param range with a confidence of at least 95 %
 * @param rounds the number of rounds with both
 */
record Ratio(double estimate, Range range, int rounds) {
  /** The bar for the lower end. */
  static final double BAR = 0.95;

  private static final double SCALE = 1e6;
  private static final double CONFIDENCE = 0.95;

  /**
   * The ratio of figures by round.
   *
   * @param ours NaN for a missing round
   * @param theirs of the same rounds
   */
  static Ratio of(double[] ours, double[] theirs) {
    long[] scaled =
        IntStream.range(0, Math.min(ours.length, theirs.length))
            .mapToDouble(round -> ours[round] / theirs[round])
            .filter(Double::isFinite)
            .mapToLong(ratio -> Math.round(ratio * SCALE))
            .sorted()
            .toArray();
    if (scaled.length == 0) {
      return new Ratio(
          Double.NaN, new Range(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY), 0);
    }
    Range range = OrderStatisticInterval.of(Counted.of(scaled), 50, CONFIDENCE);
    return new Ratio(
        Cell.median(Arrays.stream(scaled).asDoubleStream().toArray()) / SCALE,
        new Range(range.low() / SCALE, range.high() / SCALE),
        scaled.length);
  }

  /** Whether the bar is met, in a word or two. */
  String verdict() {
    if (rounds == 0) {
      return "not run";
    }
    if (Double.isInfinite(range.low())) {
      return "not decided (" + rounds + " of the 6 rounds that it needs)";
    }
    return range.low() >= BAR ? "met" : "MISSED";
  }

  /** The ratio, with its interval if known. */
  String words() {
    if (rounds == 0) {
      return "-";
    }
    String interval =
        Double.isInfinite(range.low())
            ? ""
            : String.format(Locale.ROOT, " (%.3f to %.3f)", range.low(), range.high());
    return String.format(Locale.ROOT, "%.3f", estimate) + interval;
  }
}
