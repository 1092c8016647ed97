package dev.foliot.study.run;

import dev.foliot.stats.ArmComparison;
import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import dev.foliot.store.study.StudyPoint;
import dev.foliot.study.StudyPlan;
import dev.foliot.study.plan.ArmPlan;
import dev.foliot.text.Reason;
import dev.foliot.text.RunReason;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** How far a study as a whole can be relied upon. Pure. */
final class StudyValidity {
  private StudyValidity() {}

  /**
   * The worst verdict of the forks that the answers use. INVALID forks are left out; the study is
   * INVALID only where an arm has too few others.
   *
   * @param points of the forks that have ended
   * @param name a fork in reasons
   */
  static Validity of(StudyPlan plan, List<StudyPoint> points, Function<StudyPoint, String> name) {
    if (points.isEmpty()) {
      return Validity.of(Verdict.INVALID, new RunReason.NoForkEnded());
    }
    List<StudyPoint> invalid = points.stream().filter(point -> !point.counts()).toList();
    List<Validity> suspect =
        points.stream()
            .filter(point -> point.validity().verdict() == Verdict.SUSPECT)
            .map(point -> point.validity().in(name.apply(point)))
            .toList();
    if (!hasEnough(plan, points)) {
      List<Validity> all = new ArrayList<>();
      invalid.forEach(point -> all.add(point.validity().in(name.apply(point))));
      all.addAll(suspect);
      return Validity.worst(all);
    }
    Validity used = Validity.worst(suspect);
    List<Reason> reasons = new ArrayList<>();
    if (!invalid.isEmpty()) {
      reasons.add(new RunReason.ForksLeftOut(invalid.size(), points.size()));
    }
    reasons.addAll(used.reasonCodes());
    return Validity.of(used.verdict(), reasons);
  }

  /** Whether every arm has, or can still get, as many valid forks as a verdict needs. */
  private static boolean hasEnough(StudyPlan plan, List<StudyPoint> points) {
    if (!plan.study().needsAllArms()) {
      return points.stream().filter(StudyPoint::counts).count()
          >= Math.min(ArmComparison.LEAST_FORKS, points.size());
    }
    boolean isInPairs = plan.gate() != null;
    int needed = isInPairs ? 1 : Math.min(plan.study().leastForks(), plan.forks());
    for (ArmPlan arm : plan.arms()) {
      for (int i = 0; i < plan.steps().size(); i++) {
        int step = i;
        List<StudyPoint> own =
            points.stream()
                .filter(point -> point.step() == step && point.arm().equals(arm.name()))
                .toList();
        long invalid = own.stream().filter(point -> !point.counts()).count();
        // nobody knows how many pairs there will be
        int all = isInPairs && !own.isEmpty() ? own.size() : plan.forks();
        if (all - invalid < needed) {
          return false;
        }
      }
    }
    return true;
  }
}
