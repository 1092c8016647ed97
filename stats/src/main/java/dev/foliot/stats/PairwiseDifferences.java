package dev.foliot.stats;

import java.util.Arrays;

/** All pairwise differences of two samples: estimate, interval and test in one. */
final class PairwiseDifferences {
  private final double[] sorted;
  private final RankSums ranks;

  /** Takes the differences b - a. */
  PairwiseDifferences(double[] a, double[] b) {
    ranks = new RankSums(a.length, b.length);
    sorted = new double[a.length * b.length];
    int at = 0;
    for (double first : a) {
      for (double second : b) {
        sorted[at++] = second - first;
      }
    }
    for (double difference : sorted) {
      if (!Double.isFinite(difference)) {
        throw new IllegalArgumentException("a value is not finite");
      }
    }
    Arrays.sort(sorted);
  }

  HodgesLehmann.Shift shift(double alpha) {
    int depth = (int) ranks.depth(alpha);
    return new HodgesLehmann.Shift(
        Median.ofSorted(sorted),
        depth == 0 ? Double.NEGATIVE_INFINITY : sorted[depth - 1],
        depth == 0 ? Double.POSITIVE_INFINITY : sorted[sorted.length - depth]);
  }

  /** The p-value of the test that the interval inverts: below alpha, the interval excludes zero. */
  double pValue() {
    long notAbove = Arrays.stream(sorted).filter(difference -> difference <= 0).count();
    long notBelow = Arrays.stream(sorted).filter(difference -> difference >= 0).count();
    return ranks.pValue(Math.min(notAbove, notBelow));
  }
}
