package dev.foliot.stats;

import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * The sum of one sample's ranks among two samples, with the highest ranks made equal, and its
 * distribution for two samples of one distribution.
 *
 * <p>It is exact up to 120 values together, by counting all choices; beyond, the normal one with
 * continuity correction.
 */
final class CappedSums {
  private static final int MOST_EXACT = 120;
  private static final int USUAL_EQUAL = 4;
  private static final int FEWEST_RANKS = 6;
  private static final int TENTH = 10;

  private final int size;
  private final int cap;
  private final double[][] cumulative;

  /**
   * Of samples of m and n.
   *
   * @param cap the highest score, m + n for all ranks as they are
   */
  CappedSums(int m, int n, int cap) {
    if (m < 1 || n < 1) {
      throw new IllegalArgumentException("samples of " + m + " and " + n);
    }
    size = m + n;
    this.cap = cap;
    cumulative = new double[size + 1][];
    if (size <= MOST_EXACT) {
      count(m, n);
    }
  }

  /**
   * The highest score: ranks above it count like it. Four ranks are above it, a tenth of many, and
   * fewer of less than ten, which could decide nothing otherwise.
   */
  static int cap(int size) {
    return size - Math.max(size / TENTH, Math.max(0, Math.min(size - FEWEST_RANKS, USUAL_EQUAL)));
  }

  /** Fills in the distributions for samples of both sizes. */
  private void count(int m, int n) {
    int most = Math.max(m, n);
    int highest = most * cap;
    double[][] ways = new double[most + 1][highest + 1];
    ways[0][0] = 1;
    for (int rank = 1; rank <= size; rank++) {
      int score = Math.min(rank, cap);
      for (int chosen = Math.min(rank, most); chosen > 0; chosen--) {
        for (int sum = highest; sum >= score; sum--) {
          ways[chosen][sum] += ways[chosen - 1][sum - score];
        }
      }
    }
    cumulative[m] = cumulative(ways[m]);
    cumulative[n] = cumulative(ways[n]);
  }

  private static double[] cumulative(double[] ways) {
    double all = 0;
    for (double way : ways) {
      all += way;
    }
    double[] shares = new double[ways.length];
    double sum = 0;
    for (int i = 0; i < ways.length; i++) {
      sum += ways[i];
      shares[i] = sum / all;
    }
    return shares;
  }

  /**
   * The sum of a sample's ranks.
   *
   * @param sample sorted
   * @param other sorted
   * @param shift added to each value of the other; infinite puts them above or below all. The
   *     sample ranks above what equals it
   */
  int of(double[] sample, double[] other, double shift) {
    int sum = 0;
    int below = 0;
    for (int i = 0; i < sample.length; i++) {
      while (below < other.length && isAtMost(other[below], shift, sample[i])) {
        below++;
      }
      sum += Math.min(below + i + 1, cap);
    }
    return sum;
  }

  /** Compares the difference itself, as the shifts are differences: a sum would be rounded. */
  private static boolean isAtMost(double other, double shift, double value) {
    return other - value <= -shift;
  }

  /** The expected sum of a sample of m. */
  double middle(int m) {
    return m * (double) total() / size;
  }

  private long total() {
    return (long) cap * (cap + 1) / 2 + (long) (size - cap) * cap;
  }

  /** The two-sided p-value for a sum as low as this of a sample of m. */
  double pValue(int m, int sum) {
    double[] exact = cumulative[m];
    return Math.min(1, 2 * (exact == null ? normal(m, sum) : exact[sum]));
  }

  private double normal(int m, int sum) {
    double mean = (double) total() / size;
    double squares = 0;
    for (int rank = 1; rank <= size; rank++) {
      double distance = Math.min(rank, cap) - mean;
      squares += distance * distance;
    }
    double variance = (double) m * (size - m) / ((double) size * (size - 1)) * squares;
    return NormalDistribution.of(middle(m), Math.sqrt(variance)).cumulativeProbability(sum + 0.5);
  }
}
