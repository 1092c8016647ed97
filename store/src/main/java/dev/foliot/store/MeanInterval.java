package dev.foliot.store;

import java.util.List;

/**
 * The mean over forks with half its 99.9 % interval, as in JMH. The unit of replication is the
 * fork: durations within a fork are not independent.
 *
 * @param mean the mean of the forks' means
 * @param error half the interval, by Student's t with one degree of freedom less than forks; NaN
 *     for one fork
 */
public record MeanInterval(double mean, double error) {
  /** The 0.9995 quantiles of Student's t with 1 to 30 degrees of freedom. */
  private static final double[] T = {
    636.6192, 31.59905, 12.92398, 8.610302, 6.868827, 5.958816, 5.407883, 5.041305, 4.780913,
    4.586894, 4.436979, 4.317791, 4.220832, 4.140454, 4.072765, 4.014996, 3.965126, 3.921646,
    3.883406, 3.849516, 3.819277, 3.792131, 3.767627, 3.745399, 3.725144, 3.706612, 3.689592,
    3.673906, 3.659405, 3.645959
  };

  /** The same quantile of the normal distribution. */
  private static final double Z = 3.2905267314919255;

  /** The mean of several means with its interval. */
  public static MeanInterval of(List<Double> means) {
    int n = means.size();
    double mean = means.stream().mapToDouble(Double::doubleValue).average().orElse(Double.NaN);
    double squares = means.stream().mapToDouble(one -> (one - mean) * (one - mean)).sum();
    double error = n < 2 ? Double.NaN : t(n - 1) * Math.sqrt(squares / (n - 1) / n);
    return new MeanInterval(mean, error);
  }

  /**
   * The 0.9995 quantile of Student's t. Above the table it uses Fisher's expansion around the
   * normal quantile (Abramowitz and Stegun 26.7.5), with an error below 0.0001.
   */
  static double t(int degrees) {
    if (degrees <= T.length) {
      return T[degrees - 1];
    }
    double z2 = Z * Z;
    double g1 = (z2 + 1) * Z / 4;
    double g2 = ((5 * z2 + 16) * z2 + 3) * Z / 96;
    double g3 = (((3 * z2 + 19) * z2 + 17) * z2 - 15) * Z / 384;
    return Z + (g1 + (g2 + g3 / degrees) / degrees) / degrees;
  }
}
