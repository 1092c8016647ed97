package dev.foliot.stats;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Measures whether two quantities rise and fall together, on any scale. It is the correlation of
 * their ranks [1]. Equal values share their mean rank.
 *
 * <p>[1] Spearman, "The proof and measurement of association between two things", American Journal
 * of Psychology 15, 1904.
 */
public final class RankCorrelation {
  private RankCorrelation() {}

  /**
   * Spearman's rho.
   *
   * @param a one value per item
   * @param b the same for the other quantity, in the same order
   * @return from -1 to 1; 0 if one of them is constant
   * @throws IllegalArgumentException if lengths differ, or a value is NaN
   */
  public static double spearman(double[] a, double[] b) {
    if (a.length != b.length) {
      throw new IllegalArgumentException(a.length + " values, but " + b.length);
    }
    double[] x = ranks(a);
    double[] y = ranks(b);
    double middle = (a.length + 1) / 2.0;
    double xx = 0;
    double yy = 0;
    double xy = 0;
    for (int i = 0; i < x.length; i++) {
      xx += (x[i] - middle) * (x[i] - middle);
      yy += (y[i] - middle) * (y[i] - middle);
      xy += (x[i] - middle) * (y[i] - middle);
    }
    return xx > 0 && yy > 0 ? Math.max(-1, Math.min(1, xy / Math.sqrt(xx * yy))) : 0;
  }

  private static double[] ranks(double[] values) {
    int[] order =
        IntStream.range(0, values.length)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> values[i]))
            .mapToInt(Integer::intValue)
            .toArray();
    double[] ranks = new double[values.length];
    int from = 0;
    while (from < order.length) {
      if (Double.isNaN(values[order[from]])) {
        throw new IllegalArgumentException("NaN at " + order[from]);
      }
      int to = from + 1;
      while (to < order.length && values[order[to]] == values[order[from]]) {
        to++;
      }
      double rank = (from + 1 + to) / 2.0;
      Arrays.stream(order, from, to).forEach(i -> ranks[i] = rank);
      from = to;
    }
    return ranks;
  }
}
