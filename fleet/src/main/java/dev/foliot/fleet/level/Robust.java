package dev.foliot.fleet.level;

import dev.foliot.stats.Median;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/** Robust statistics. */
public final class Robust {
  /** The ratio of standard deviation and median absolute deviation, for normal values. */
  private static final double TO_DEVIATION = 1.4826;

  private Robust() {}

  /** The standard deviation from the median absolute deviation; NaN without values. */
  public static double deviation(double[] values) {
    double median = Median.of(values);
    double[] away = new double[values.length];
    for (int i = 0; i < away.length; i++) {
      away[i] = Math.abs(values[i] - median);
    }
    return TO_DEVIATION * Median.of(away);
  }

  /** The least value with at least half of the weight at or below it; NaN without weight. */
  static double weightedMedian(double[] values, double[] weights) {
    double half = Arrays.stream(weights).sum() / 2;
    if (!(half > 0)) {
      return Double.NaN;
    }
    int[] ascending =
        IntStream.range(0, values.length)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> values[i]))
            .mapToInt(Integer::intValue)
            .toArray();
    double sum = 0;
    for (int i : ascending) {
      sum += weights[i];
      if (sum >= half) {
        return values[i];
      }
    }
    return values[ascending[ascending.length - 1]];
  }

  /** Pearson's correlation; 0 if one is constant. */
  public static double correlation(double[] a, double[] b) {
    double meanA = Arrays.stream(a).average().orElse(0);
    double meanB = Arrays.stream(b).average().orElse(0);
    double aa = 0;
    double bb = 0;
    double ab = 0;
    for (int i = 0; i < a.length; i++) {
      aa += (a[i] - meanA) * (a[i] - meanA);
      bb += (b[i] - meanB) * (b[i] - meanB);
      ab += (a[i] - meanA) * (b[i] - meanB);
    }
    return aa > 0 && bb > 0 ? Math.clamp(ab / Math.sqrt(aa) / Math.sqrt(bb), -1, 1) : 0;
  }
}
