package dev.foliot.stats;

import java.util.function.DoubleUnaryOperator;

/**
 * Finds the least value of a function of one variable from zero up. It first scans a grid of even
 * ratios, then uses golden section. A parameter may lie anywhere in ten decades, and a purely local
 * search may end in the wrong valley.
 *
 * @param at its position
 * @param value the function there
 */
record Minimum(double at, double value) {
  private static final int GRID = 40;
  private static final int STEPS = 45;
  private static final double GOLDEN = (Math.sqrt(5) - 1) / 2;

  /**
   * Searches from zero to {@code most}; it does not resolve positions between zero and {@code
   * least}.
   */
  static Minimum of(DoubleUnaryOperator function, double least, double most) {
    double[] grid = new double[GRID + 2];
    double ratio = Math.pow(most / least, 1.0 / GRID);
    for (int i = 1; i < grid.length; i++) {
      grid[i] = i == grid.length - 1 ? most : least * Math.pow(ratio, i - 1.0);
    }
    int best = 0;
    double value = Double.POSITIVE_INFINITY;
    for (int i = 0; i < grid.length; i++) {
      double here = function.applyAsDouble(grid[i]);
      if (here < value) {
        best = i;
        value = here;
      }
    }
    Minimum inside =
        section(function, grid[Math.max(0, best - 1)], grid[Math.min(best + 1, grid.length - 1)]);
    return inside.value < value ? inside : new Minimum(grid[best], value);
  }

  private static Minimum section(DoubleUnaryOperator function, double from, double to) {
    double low = from;
    double high = to;
    double a = high - GOLDEN * (high - low);
    double b = low + GOLDEN * (high - low);
    double atA = function.applyAsDouble(a);
    double atB = function.applyAsDouble(b);
    for (int step = 0; step < STEPS; step++) {
      if (atA <= atB) {
        high = b;
        b = a;
        atB = atA;
        a = high - GOLDEN * (high - low);
        atA = function.applyAsDouble(a);
      } else {
        low = a;
        a = b;
        atA = atB;
        b = low + GOLDEN * (high - low);
        atB = function.applyAsDouble(b);
      }
    }
    return atA <= atB ? new Minimum(a, atA) : new Minimum(b, atB);
  }
}
