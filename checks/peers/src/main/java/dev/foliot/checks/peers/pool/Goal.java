package dev.foliot.checks.peers.pool;

import java.util.Arrays;
import java.util.List;

/**
 * What ours are held to beside the ratio: a figure that no round may have above.
 *
 * @param name the case's
 * @param figure the figure
 * @param most its limit
 */
record Goal(String name, Figure figure, double most) {
  /** What the pool is built to do, where a case here shows it. */
  static final List<Goal> ALL =
      List.of(
          new Goal("ramp", Figure.SECONDS, 2),
          new Goal("ramp", Figure.THREADS, 330),
          new Goal("permits", Figure.RUNNING, 24));

  /** Whether all rounds keep to it; a round that could not give the figure does not. */
  String verdict(double... figures) {
    return Arrays.stream(figures).allMatch(each -> each <= most) ? "met" : "MISSED";
  }
}
