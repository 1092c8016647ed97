package dev.foliot.checks.fleets;

/** Takes a simulated fleet's points: lifetime by lifetime, ascending in time. */
interface PointSink {
  /**
   * A point.
   *
   * @param at its number, from 0
   * @param metric in the metric's unit, NaN if missing
   * @param load 0 without one
   * @param pure the metric without the effects of load and time; the truth, hidden from the
   *     analysis
   * @param others of the other metrics, in order; the array is reused
   */
  void point(Lifetime lifetime, int at, double metric, double load, double pure, double[] others);
}
