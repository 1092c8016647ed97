package dev.foliot.fleet;

/**
 * The sums of one quantity in one cell, a lifetime's window.
 *
 * @param n how many points
 * @param sum of the points
 * @param squares sum of their squares
 * @param min the least; NaN of an empty cell
 * @param max the greatest; NaN of an empty cell
 */
record Quantity(long n, double sum, double squares, double min, double max) {
  static final Quantity NONE = new Quantity(0, 0, 0, Double.NaN, Double.NaN);

  double mean() {
    return sum / n;
  }
}
