package dev.foliot.fleet.level;

import dev.foliot.text.Numbers;

/**
 * How the metric follows the load: a curve of one to three terms.
 *
 * <p>In units of the usual load u, the terms of a metric per request are 1/u (its share of the idle
 * cost), u and u² (convex cost: queues, caches). Those of another metric are u, u² and u³.
 *
 * @param inverse whether the metric is per request
 * @param reference the usual load
 * @param terms coefficients; empty for no effect
 * @param covariance of the coefficients
 * @param explained the share of the metric's variance, where it was fitted
 * @param how the method of the fit
 */
@SuppressWarnings("ArrayRecordComponent") // never compared, and not passed on
public record LoadCurve(
    boolean inverse,
    double reference,
    double[] terms,
    double[][] covariance,
    double explained,
    String how) {
  /** No effect of the load. */
  static final LoadCurve NONE = new LoadCurve(false, 1, new double[0], new double[0][0], 0, "");

  static final int MOST_TERMS = 3;

  /** A term of the curve at a load in units of the usual one. */
  static double term(boolean inverse, int term, double u) {
    return Math.pow(u, inverse ? (term == 0 ? -1 : term) : term + 1);
  }

  boolean applies() {
    return terms.length > 0;
  }

  /** What a load adds to the metric, compared with the usual load. */
  public double effect(double load) {
    double effect = 0;
    for (int k = 0; k < terms.length; k++) {
      effect += terms[k] * difference(k, load, reference);
    }
    return effect;
  }

  /** The standard error of the difference of the effects of two loads. */
  public double error(double load, double other) {
    double square = 0;
    for (int k = 0; k < terms.length; k++) {
      for (int l = 0; l < terms.length; l++) {
        square += covariance[k][l] * difference(k, load, other) * difference(l, load, other);
      }
    }
    return Math.sqrt(Math.max(0, square));
  }

  private double difference(int k, double load, double other) {
    return term(inverse, k, load / reference) - term(inverse, k, other / reference);
  }

  /** The change of the metric per unit of the load (per request: of 1/load), if it is a line. */
  double slope() {
    return terms.length == 0 ? 0 : inverse ? terms[0] * reference : terms[0] / reference;
  }

  String text() {
    if (terms.length == 1) {
      return "the metric grows by "
          + Numbers.significant(slope(), 3)
          + " (standard error "
          + Numbers.significant(slope() / terms[0] * Math.sqrt(covariance[0][0]), 3)
          + ") with each unit of "
          + (inverse ? "1/load" : "load");
    }
    return "the metric follows a curve of "
        + terms.length
        + " terms: from half of the usual load to the usual it grows by "
        + Numbers.significant(-effect(reference / 2), 3)
        + ", from there to twice the load by "
        + Numbers.significant(effect(2 * reference), 3);
  }
}
