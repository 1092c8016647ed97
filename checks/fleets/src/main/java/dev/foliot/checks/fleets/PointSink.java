package dev.foliot.checks.fleets;

/** Takes a simulated fleet's points: lifetime by lifetime, ascending in time. */
interface PointSink {
  /**
   * A point.
   *
   * @param at its number, from 0
   * @param metric in the metric's unit, NaN where it is missing
   * @param load 0 without one
   * @param pure the metric without what load and time add to it; the truth, which no analysis sees
   * @param others of the other metrics, in order; the array is used again
   */
  void point(Lifetime lifetime, int at, double metric, double load, double pure, double[] others);
}
