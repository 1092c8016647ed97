package dev.foliot.checks.peers.pool;

import java.util.Arrays;
import java.util.List;

/**
 * A goal for ours besides the ratio: a maximum for every round.
 *
 * @param name the case's
 * @param figure the figure
 * @param most its limit
 */
record Goal(String name, Figure figure, double most) {
  /** The pool's goals that a case here can show. */
  static final List<Goal> ALL =
      List.of(
          new Goal("ramp", Figure.SECONDS, 2),
          new Goal("ramp", Figure.THREADS, 330),
          new Goal("permits", Figure.RUNNING, 24));

  /** Whether all rounds meet it; a round without the figure does not. */
  String verdict(double... figures) {
    return Arrays.stream(figures).allMatch(each -> each <= most) ? "met" : "MISSED";
  }
}
