package dev.foliot.stats;

import java.util.function.ToDoubleFunction;

/**
 * The simplex method of Nelder and Mead [1]: minimises a function of few variables without
 * derivatives.
 *
 * <p>[1] Nelder and Mead, "A simplex method for function minimization", The Computer Journal 7,
 * 1965.
 */
final class NelderMead {
  private final ToDoubleFunction<double[]> function;
  private final double[][] corners;
  private final double[] values;
  private final int most;
  private int calls;

  private NelderMead(
      ToDoubleFunction<double[]> function, double[] start, double[] steps, int most) {
    this.function = function;
    this.most = most;
    corners = new double[start.length + 1][];
    values = new double[start.length + 1];
    for (int i = 0; i < corners.length; i++) {
      corners[i] = start.clone();
      if (i > 0) {
        corners[i][i - 1] += steps[i - 1];
      }
      values[i] = value(corners[i]);
    }
  }

  /**
   * Returns the position of the minimum.
   *
   * @param function the function; may be infinite, but not at the start
   * @param steps the first step from the start, one for each variable
   * @param most the greatest number of evaluations; after it, the best so far wins
   * @param tolerance stops when no corner exceeds the best by more than this
   */
  static double[] minimum(
      ToDoubleFunction<double[]> function,
      double[] start,
      double[] steps,
      int most,
      double tolerance) {
    NelderMead simplex = new NelderMead(function, start, steps, most);
    simplex.shrinkTo(tolerance);
    return simplex.corners[simplex.best()];
  }

  private void shrinkTo(double tolerance) {
    while (calls < most) {
      int best = best();
      int worst = worst(-1);
      if (values[worst] - values[best] <= tolerance) {
        return;
      }
      double[] center = center(worst);
      double[] mirrored = beyond(center, worst, 1);
      double value = value(mirrored);
      if (value < values[best]) {
        double[] farther = beyond(center, worst, 2);
        double there = value(farther);
        replace(worst, there < value ? farther : mirrored, Math.min(there, value));
      } else if (value < values[worst(worst)]) {
        replace(worst, mirrored, value);
      } else {
        double[] nearer = beyond(center, worst, value < values[worst] ? 0.5 : -0.5);
        double there = value(nearer);
        if (there < Math.min(value, values[worst])) {
          replace(worst, nearer, there);
        } else {
          contract(best);
        }
      }
    }
  }

  private double value(double[] at) {
    calls++;
    double value = function.applyAsDouble(at);
    return Double.isNaN(value) ? Double.POSITIVE_INFINITY : value;
  }

  private void replace(int corner, double[] by, double value) {
    corners[corner] = by;
    values[corner] = value;
  }

  private double[] center(int without) {
    double[] center = new double[corners[0].length];
    for (int i = 0; i < corners.length; i++) {
      for (int j = 0; i != without && j < center.length; j++) {
        center[j] += corners[i][j] / center.length;
      }
    }
    return center;
  }

  private double[] beyond(double[] center, int corner, double times) {
    double[] at = new double[center.length];
    for (int j = 0; j < at.length; j++) {
      at[j] = center[j] + times * (center[j] - corners[corner][j]);
    }
    return at;
  }

  private void contract(int best) {
    for (int i = 0; i < corners.length; i++) {
      if (i != best) {
        for (int j = 0; j < corners[i].length; j++) {
          corners[i][j] = (corners[i][j] + corners[best][j]) / 2;
        }
        values[i] = value(corners[i]);
      }
    }
  }

  private int best() {
    int best = 0;
    for (int i = 1; i < values.length; i++) {
      best = values[i] < values[best] ? i : best;
    }
    return best;
  }

  /** The worst corner except one; -1 excludes none. */
  private int worst(int but) {
    int worst = but == 0 ? 1 : 0;
    for (int i = 0; i < values.length; i++) {
      worst = i != but && values[i] > values[worst] ? i : worst;
    }
    return worst;
  }
}
