package dev.foliot.study.answer;

import dev.foliot.stats.Median;
import dev.foliot.store.study.StudyArm;
import dev.foliot.store.study.StudyJvm;
import dev.foliot.store.study.StudyPoint;
import dev.foliot.store.study.StudyRecord;
import dev.foliot.store.study.StudyWatch;
import dev.foliot.study.plan.ArmDifference;
import dev.foliot.text.Reason;
import dev.foliot.text.StudyReason;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Whether the arms of a study differ in what they should differ in, by what was read from their
 * processes: the JDK, the JVM's arguments, and the threads. Only commands are examined: a strategy
 * of the built-in service always has its effect. Pure.
 */
public final class ArmsInEffect {
  /** The JVM's own threads come and go: its compilers, and those of a collector. */
  private static final double NOISE_THREADS = 3;

  private static final double NOISE = 0.03;

  private final StudyRecord study;

  private ArmsInEffect(StudyRecord study) {
    this.study = study;
  }

  /** What did not take effect; empty where all did, or where nothing is known. */
  public static List<Reason> missing(StudyRecord study) {
    return new ArmsInEffect(study).missing();
  }

  private List<Reason> missing() {
    List<StudyArm> arms = study.arms().stream().filter(arm -> !arm.command().isEmpty()).toList();
    List<Reason> missing = new ArrayList<>();
    for (int i = 0; i < arms.size(); i++) {
      for (StudyArm other : arms.subList(i + 1, arms.size())) {
        alike(arms.get(i), other).ifPresent(missing::add);
      }
    }
    arms.forEach(arm -> withoutVirtualThreads(arm).ifPresent(missing::add));
    return missing;
  }

  private Optional<Reason> withoutVirtualThreads(StudyArm arm) {
    return jvm(arm)
        .filter(jvm -> feature(jvm) > 0 && feature(jvm) < ArmDifference.VIRTUAL_THREADS_SINCE)
        .filter(jvm -> command(arm).asksForVirtualThreads())
        .map(jvm -> new StudyReason.VirtualThreadsNeedJdk(arm.name(), jvm.version()));
  }

  private Optional<Reason> alike(StudyArm first, StudyArm second) {
    StudyJvm one = jvm(first).orElse(null);
    StudyJvm other = jvm(second).orElse(null);
    if (one == null
        || other == null
        || !one.home().equals(other.home())
        || !one.version().equals(other.version())
        || !first.limits().equals(second.limits())) {
      return Optional.empty();
    }
    ArmDifference difference = ArmDifference.of(command(first), command(second));
    boolean isSameJvm = new HashSet<>(one.args()).equals(new HashSet<>(other.args()));
    if (difference.isOfFlags() && isSameJvm) {
      return Optional.of(new StudyReason.FlagsAlike(first.name(), second.name(), one.version()));
    }
    return difference.isOfThreads() && hasEqualThreads(first, second, difference)
        ? Optional.of(
            new StudyReason.ThreadsAlike(
                first.name(), second.name(), mostThreads(first), one.version()))
        : Optional.empty();
  }

  /** Whether both have as many threads under each load, and carriers of virtual ones or none. */
  private boolean hasEqualThreads(StudyArm first, StudyArm second, ArmDifference difference) {
    List<Integer> known =
        IntStream.range(0, study.steps().size())
            .filter(step -> !threads(first, step).isEmpty() && !threads(second, step).isEmpty())
            .boxed()
            .toList();
    return !known.isEmpty()
        && hasCarriers(first) == hasCarriers(second)
        && known.stream()
            .allMatch(step -> {
              double one = Median.of(threads(first, step));
              double other = Median.of(threads(second, step));
              double noise =
                  difference.isOfVirtualThreads()
                      ? Math.max(NOISE_THREADS, NOISE * Math.max(one, other))
                      : 0;
              return Math.abs(one - other) <= noise;
            });
  }

  private List<Double> threads(StudyArm arm, int step) {
    return points(arm).stream()
        .filter(point -> point.step() == step)
        .map(StudyPoint::threads)
        .filter(Objects::nonNull)
        .map(Integer::doubleValue)
        .toList();
  }

  private long mostThreads(StudyArm arm) {
    return IntStream.range(0, study.steps().size())
        .mapToObj(step -> threads(arm, step))
        .filter(threads -> !threads.isEmpty())
        .mapToLong(threads -> Math.round(Median.of(threads)))
        .max()
        .orElse(0);
  }

  private boolean hasCarriers(StudyArm arm) {
    return points(arm).stream()
        .map(StudyPoint::watch)
        .filter(Objects::nonNull)
        .map(StudyWatch::threads)
        .anyMatch(threads -> threads.peakCarriers() > 0);
  }

  /** The valid and suspect forks of an arm. */
  private List<StudyPoint> points(StudyArm arm) {
    return study.points().stream()
        .filter(StudyPoint::counts)
        .filter(point -> point.arm().equals(arm.name()))
        .toList();
  }

  private Optional<StudyJvm> jvm(StudyArm arm) {
    return study.points().stream()
        .filter(point -> point.arm().equals(arm.name()))
        .map(StudyPoint::jvm)
        .filter(Objects::nonNull)
        .findFirst();
  }

  private static ArmDifference.Command command(StudyArm arm) {
    return new ArmDifference.Command(arm.name(), arm.command(), arm.environment());
  }

  /** 0 where the version begins with none. */
  private static int feature(StudyJvm jvm) {
    String digits = jvm.version().split("[^0-9]", 2)[0];
    return digits.isEmpty() || digits.length() > 3 ? 0 : Integer.parseInt(digits);
  }
}
