package dev.foliot.study;

import dev.foliot.store.StudyAnswer;
import dev.foliot.store.StudyPoint;
import dev.foliot.store.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Which forks the other answers leave out: an arm of which none counts is in none of them, and one
 * of which some do is there with those that were left. Pure.
 */
final class CountedForks {
  private CountedForks() {}

  /** Empty where all count. */
  static Optional<StudyAnswer> of(StudyPlan plan, List<StudyPoint> points) {
    List<String> arms = new ArrayList<>();
    for (ArmPlan arm : plan.arms()) {
      List<String> loads = new ArrayList<>();
      for (int step = 0; step < plan.steps().size(); step++) {
        int index = step;
        List<StudyPoint> all =
            points.stream()
                .filter(point -> point.step() == index && point.arm().equals(arm.name()))
                .toList();
        long counted = all.stream().filter(CountedForks::counts).count();
        if (counted < all.size()) {
          loads.add(
              (counted == 0 ? "none" : Long.toString(counted))
                  + " of "
                  + all.size()
                  + (plan.steps().size() == 1 ? "" : " at " + plan.steps().get(step).name()));
        }
      }
      if (!loads.isEmpty()) {
        arms.add(arm.name() + ": " + String.join(", ", loads));
      }
    }
    long counted = points.stream().filter(CountedForks::counts).count();
    return arms.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new StudyAnswer(
                "Which forks count?",
                counted
                    + " of "
                    + points.size()
                    + "; fewer than all of "
                    + String.join("; of ", arms),
                "INVALID forks count nowhere, and where none of an arm is left the other answers"
                    + " are without it; each fork's reasons say why"));
  }

  private static boolean counts(StudyPoint point) {
    return point.validity().verdict() != Verdict.INVALID;
  }
}
