package dev.foliot.stats;

import java.util.Arrays;

/**
 * A mixture of normal parts, in order of their means.
 *
 * <p>Immutable; arrays are copied on the way in and out.
 *
 * @param weights weights above 0 with sum 1
 * @param means means, ascending
 * @param deviations deviations, above 0
 * @param logLikelihood log likelihood of the fitted sample, in nats
 */
@SuppressWarnings("ArrayRecordComponent") // copied, and compared by content
public record NormalMixture(
    double[] weights, double[] means, double[] deviations, double logLikelihood) {
  private static final double PER_ROOT_2PI = 1 / Math.sqrt(2 * Math.PI);
  private static final int HALVINGS = 60;

  /**
   * Checks and copies the parameters.
   *
   * @throws IllegalArgumentException if it is empty, lengths differ, a weight or deviation is not
   *     above 0, or the means do not ascend
   */
  public NormalMixture {
    weights = weights.clone();
    means = means.clone();
    deviations = deviations.clone();
    if (weights.length == 0
        || means.length != weights.length
        || deviations.length != weights.length) {
      throw new IllegalArgumentException(
          weights.length
              + " weights, "
              + means.length
              + " means, "
              + deviations.length
              + " deviations");
    }
    for (int k = 0; k < weights.length; k++) {
      if (!(weights[k] > 0 && deviations[k] > 0)
          || !Double.isFinite(means[k])
          || (k > 0 && means[k] < means[k - 1])) {
        throw new IllegalArgumentException(
            "part " + k + ": " + weights[k] + ", " + means[k] + ", " + deviations[k]);
      }
    }
  }

  /**
   * Fits the most likely mixture within bounds: expectation and maximisation [1] from several
   * starts. The starts depend only on the sample. Deviations differ by a factor of at most 8 [2]
   * and stay above the floor. Without these bounds, one value alone would be infinitely likely.
   *
   * <p>[1] Dempster, Laird and Rubin, "Maximum Likelihood from Incomplete Data via the EM
   * Algorithm", 1977. [2] Hathaway, "A constrained formulation of maximum-likelihood estimation for
   * normal mixture distributions", Annals of Statistics 13, 1985.
   *
   * @param sorted values, ascending
   * @param countsOrEmpty the count of each value; empty if all counts are one
   * @param parts 1 to 3
   * @param minPart the fewest values of a part
   * @param floor the floor of the deviations; 0 for one so small that it matters only for equal
   *     values
   * @throws IllegalArgumentException if the values are empty, not finite, unsorted or too few for
   *     the parts, or an argument is out of range
   */
  public static NormalMixture fit(
      double[] sorted, double[] countsOrEmpty, int parts, double minPart, double floor) {
    Sample sample = Sample.of(sorted.clone(), countsOrEmpty.clone());
    if (!(floor >= 0)) {
      throw new IllegalArgumentException("a floor of " + floor);
    }
    double least = Math.max(floor, JohnsonSuFit.leastScale(sample));
    return MixtureFit.best(sample, parts, minPart, least);
  }

  /** Number of parts. */
  public int parts() {
    return weights.length;
  }

  /** The density per unit of the values. */
  public double density(double x) {
    double sum = 0;
    for (int k = 0; k < weights.length; k++) {
      sum += density(k, x);
    }
    return sum;
  }

  private double density(int part, double x) {
    double z = (x - means[part]) / deviations[part];
    return weights[part] * PER_ROOT_2PI / deviations[part] * Math.exp(-z * z / 2);
  }

  private double logDensity(int part, double x) {
    double z = (x - means[part]) / deviations[part];
    return Math.log(weights[part] / deviations[part]) - z * z / 2;
  }

  /** The probability of each part for a value; the sum is 1. */
  public double[] responsibilities(double x) {
    double[] logs = new double[weights.length];
    double most = Double.NEGATIVE_INFINITY;
    for (int k = 0; k < logs.length; k++) {
      logs[k] = logDensity(k, x);
      most = Math.max(most, logs[k]);
    }
    double sum = 0;
    for (int k = 0; k < logs.length; k++) {
      logs[k] = Math.exp(logs[k] - most);
      sum += logs[k];
    }
    for (int k = 0; k < logs.length; k++) {
      logs[k] /= sum;
    }
    return logs;
  }

  /**
   * The part of a value: the likeliest one, but in the order of the values. A value below the
   * lowest mean belongs to the lowest part, even if a wider part reaches farther.
   */
  public int partOf(double x) {
    int part = 0;
    while (part < weights.length - 1 && x > boundary(part)) {
      part++;
    }
    return part;
  }

  /**
   * The point between two means with equal likelihood of both parts. It is half-way if one part is
   * likelier throughout.
   *
   * @param lower index of the lower part, from 0
   * @throws IllegalArgumentException if no next part exists
   */
  public double boundary(int lower) {
    checkNext(lower);
    double low = means[lower];
    double high = means[lower + 1];
    if (logDensity(lower, low) <= logDensity(lower + 1, low)
        || logDensity(lower, high) >= logDensity(lower + 1, high)) {
      return low + (high - low) / 2;
    }
    for (int i = 0; i < HALVINGS; i++) {
      double middle = low + (high - low) / 2;
      if (logDensity(lower, middle) > logDensity(lower + 1, middle)) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low + (high - low) / 2;
  }

  /**
   * The separation of a part from the next, in deviations: Ashman's D [1].
   *
   * <p>[1] Ashman, Bird and Zepf, "Detecting bimodality in astronomical datasets", Astronomical
   * Journal 108, 1994.
   *
   * @param lower index of the lower part, from 0
   * @throws IllegalArgumentException if no next part exists
   */
  public double ashmanD(int lower) {
    checkNext(lower);
    return (means[lower + 1] - means[lower])
        * Math.sqrt(2)
        / Math.hypot(deviations[lower], deviations[lower + 1]);
  }

  private void checkNext(int lower) {
    if (lower < 0 || lower >= weights.length - 1) {
      throw new IllegalArgumentException("no part after " + lower + " of " + weights.length);
    }
  }

  /**
   * The depth of the valley between two parts. It is the least density between their means over the
   * lower density at their means.
   */
  double valley(int lower) {
    checkNext(lower);
    double from = means[lower];
    double step = (means[lower + 1] - from) / HALVINGS;
    double least = Double.POSITIVE_INFINITY;
    for (int i = 1; i < HALVINGS; i++) {
      least = Math.min(least, density(from + i * step));
    }
    return least / Math.min(density(from), density(means[lower + 1]));
  }

  /** The mixture for values multiplied and then moved, with another number of values. */
  NormalMixture moved(double times, double by, double total) {
    double[] movedMeans = new double[means.length];
    double[] movedDeviations = new double[means.length];
    for (int k = 0; k < means.length; k++) {
      movedMeans[k] = means[k] * times + by;
      movedDeviations[k] = deviations[k] * times;
    }
    return new NormalMixture(
        weights, movedMeans, movedDeviations, logLikelihood - total * Math.log(times));
  }

  @Override
  public double[] weights() {
    return weights.clone();
  }

  @Override
  public double[] means() {
    return means.clone();
  }

  @Override
  public double[] deviations() {
    return deviations.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof NormalMixture that
        && Arrays.equals(weights, that.weights)
        && Arrays.equals(means, that.means)
        && Arrays.equals(deviations, that.deviations)
        && logLikelihood == that.logLikelihood;
  }

  @Override
  public int hashCode() {
    return 31 * (31 * Arrays.hashCode(weights) + Arrays.hashCode(means))
        + Arrays.hashCode(deviations);
  }

  @Override
  public String toString() {
    return "weights "
        + Arrays.toString(weights)
        + ", means "
        + Arrays.toString(means)
        + ", deviations "
        + Arrays.toString(deviations)
        + ", log-likelihood "
        + logLikelihood;
  }
}
