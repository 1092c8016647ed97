package dev.foliot.stats;

/**
 * Chooses the block length of a circular bootstrap.
 *
 * <p>The rule of Politis and White [1], corrected in [2], minimises the error of the variance of
 * the series' mean. It uses the autocovariances under a flat-top window.
 *
 * <p>[1] Politis and White, "Automatic Block-Length Selection for the Dependent Bootstrap", 2004.
 * [2] Patton, Politis and White, "Correction to ...", 2009.
 */
final class BlockLength {
  /** After this many small correlations in a row, the rest count as zero. */
  private static final int SMALL_IN_A_ROW = 5;

  private BlockLength() {}

  /** Returns 1 to a third of the series, in entries. */
  static int of(double[] series) {
    int n = series.length;
    int longest = (int) Math.ceil(Math.min(3 * Math.sqrt(n), n / 3.0));
    if (n < 2 * SMALL_IN_A_ROW) {
      return Math.max(1, longest);
    }
    int inARow = Math.max(SMALL_IN_A_ROW, (int) Math.ceil(Math.sqrt(Math.log10(n))));
    int farthest = Math.min(n - 1, (int) Math.ceil(Math.sqrt(n)) + inARow);
    double[] covariances = autocovariances(series, farthest);
    if (!(covariances[0] > 0)) {
      return 1;
    }
    int window = Math.min(farthest, 2 * Math.max(1, lastLarge(covariances, n, inARow)));
    double slope = 0;
    double spectrum = covariances[0];
    for (int k = 1; k <= window; k++) {
      double weight = Math.min(1, 2 * (1 - (double) k / window));
      slope += 2 * weight * k * covariances[k];
      spectrum += 2 * weight * covariances[k];
    }
    double length = Math.cbrt(2 * slope * slope / (4.0 / 3 * spectrum * spectrum)) * Math.cbrt(n);
    return length >= 1 ? (int) Math.ceil(Math.min(length, longest)) : 1;
  }

  /** The last lag before that many small correlations in a row. */
  private static int lastLarge(double[] covariances, int n, int inARow) {
    double large = 2 * Math.sqrt(Math.log10(n) / n) * covariances[0];
    int small = 0;
    for (int k = 1; k < covariances.length; k++) {
      small = Math.abs(covariances[k]) < large ? small + 1 : 0;
      if (small == inARow) {
        return k - inARow;
      }
    }
    return covariances.length - 1;
  }

  private static double[] autocovariances(double[] series, int farthest) {
    double mean = 0;
    for (double value : series) {
      mean += value / series.length;
    }
    double[] covariances = new double[farthest + 1];
    for (int k = 0; k <= farthest; k++) {
      for (int i = k; i < series.length; i++) {
        covariances[k] += (series[i] - mean) * (series[i - k] - mean) / series.length;
      }
    }
    return covariances;
  }
}
