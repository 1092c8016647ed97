package dev.foliot.fleet.onset;

import dev.foliot.fleet.level.Robust;
import dev.foliot.stats.Median;
import dev.foliot.store.fleet.FleetExplanations;
import dev.foliot.store.fleet.FleetOnset;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Finds a jump of the common course: a change of work rather than an incident. Pure. */
final class CommonJump {
  private static final int LEAST_AROUND = 4;

  /** The least jump of all nodes at once, as a share of the level, and in usual steps. */
  private static final double ALL_CHANGE = 0.1;

  private static final double ALL_STEPS = 8;

  private CommonJump() {}

  /** A jump of the common course: all nodes at once. */
  static Optional<FleetOnset> of(Courses courses) {
    double[][] raw = courses.raw;
    int windows = courses.windows();
    double[] course = new double[windows];
    for (int window = 0; window < windows; window++) {
      int at = window;
      course[window] =
          Median.of(
              IntStream.range(0, raw.length)
                  .mapToDouble(k -> raw[k][at] - courses.level[k])
                  .filter(Double::isFinite)
                  .toArray());
    }
    double[] steps = new double[windows - 1];
    for (int window = 1; window < windows; window++) {
      steps[window - 1] = course[window] - course[window - 1];
    }
    double usual = Robust.deviation(Levels.known(steps));
    double middle = Math.abs(Median.of(Levels.known(courses.level)));
    int best = -1;
    double most = 0;
    for (int window = LEAST_AROUND; window <= windows - LEAST_AROUND; window++) {
      double jump = Levels.jump(course, window);
      if (Math.abs(jump) > Math.abs(most)) {
        most = jump;
        best = window;
      }
    }
    if (best < 0
        || Math.abs(most) < Math.max(ALL_CHANGE * middle, ALL_STEPS * usual)
        || !isLasting(course, best, most)) {
      return Optional.empty();
    }
    double before = middle + Median.of(Levels.known(Arrays.copyOf(course, best - 1)));
    double after = middle + Median.of(Levels.known(Arrays.copyOfRange(course, best + 1, windows)));
    double start = Levels.position(course, best, windows);
    double error = Math.max(0.25, 1 / Math.max(1.0, courses.pointsInAWindow()));
    return Double.isFinite(before) && Double.isFinite(after)
        ? Optional.of(
            new FleetOnset(
                FleetOnset.Kind.ALL,
                List.of(),
                raw.length,
                new FleetOnset.Time(
                    courses.at(start), courses.at(start - error), courses.at(start + error), null),
                new FleetOnset.Level(before, after, null),
                0,
                FleetExplanations.NONE))
        : Optional.empty();
  }

  /** Whether the levels before and after a jump differ by it: a daily rhythm turns back. */
  private static boolean isLasting(double[] course, int at, double jump) {
    double[] before = Levels.known(Arrays.copyOf(course, at - 1));
    double[] after = Levels.known(Arrays.copyOfRange(course, at + 1, course.length));
    double apart = Median.of(after) - Median.of(before);
    return apart * jump > 0
        && Math.abs(apart) >= Levels.SHARP * Math.abs(jump)
        && Robust.deviation(before) + Robust.deviation(after) < Math.abs(jump) / 2;
  }
}
