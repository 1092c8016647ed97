package dev.foliot.study.remedy;

import dev.foliot.store.study.StudyStep;
import dev.foliot.study.plan.StudyApp;
import dev.foliot.text.Numbers;

/**
 * The unit that a study of remedies counts, in words. Immutable.
 *
 * @param one a single unit, with its article
 * @param counted all units, and the counting side
 * @param cpuOf the owner of the CPU time
 * @param inMillions whether its rate is shown in millions
 */
record RemedyUnit(String one, String counted, String cpuOf, boolean inMillions) {

  /** The unit of a study, by its first load. */
  static RemedyUnit of(StudyStep step) {
    if (StudyApp.LOTTERY.label().equals(step.varied().app())) {
      return new RemedyUnit(
          "a type check",
          "type checks of both threads",
          "the mean of what one takes in each thread",
          true);
    }
    return step.load().loop().equals("none")
        ? new RemedyUnit(
            "an operation",
            "operations by the program's own counter",
            "of the whole process",
            false)
        : new RemedyUnit("a request", "requests answered", "of the whole service", false);
  }

  /** A rate. */
  String perS(double rate) {
    return inMillions ? Numbers.fixed(rate / 1e6, 1) + " M/s" : Numbers.rate(rate);
  }
}
