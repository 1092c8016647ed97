package dev.foliot.study.remedy;

import dev.foliot.store.StudyStep;
import dev.foliot.study.StudyApp;
import java.util.Locale;

/**
 * What a study of remedies counts, in words. Immutable.
 *
 * @param one one of it, with its article
 * @param counted all of it, and who counted
 * @param cpuOf whose CPU time it takes
 * @param scale by which its rate is divided to be read
 * @param perS how the rate is written then
 * @param isOwn whether it is the work of a command of the user's
 */
record RemedyUnit(
    String one, String counted, String cpuOf, double scale, String perS, boolean isOwn) {
  private static final double MANY = 100;

  /** Of a study, by its first load. */
  static RemedyUnit of(StudyStep step) {
    if (StudyApp.LOTTERY.label().equals(step.app())) {
      return new RemedyUnit(
          "a type check",
          "type checks of both threads",
          "the mean of what one takes in each thread",
          1e6,
          "%,.1f M/s",
          false);
    }
    return step.loop().equals("none")
        ? new RemedyUnit(
            "an operation",
            "operations by the program's own counter",
            "of the whole process",
            1,
            "%,.1f/s",
            true)
        : new RemedyUnit(
            "a request", "requests answered", "of the whole service", 1, "%,.1f/s", true);
  }

  /** A rate. */
  String perS(double rate) {
    return isOwn && rate >= MANY
        ? String.format(Locale.ROOT, "%,.0f/s", rate)
        : String.format(Locale.ROOT, perS, rate / scale);
  }
}
