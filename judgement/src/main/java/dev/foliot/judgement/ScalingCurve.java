package dev.foliot.judgement;

import dev.foliot.stats.Median;
import dev.foliot.stats.Scalability;
import dev.foliot.store.study.StudyArm;
import dev.foliot.store.study.StudyPoint;
import dev.foliot.store.study.StudyRecord;
import dev.foliot.store.study.StudyStep;
import dev.foliot.text.LoadReason;
import dev.foliot.text.Reason;
import dev.foliot.text.StudyReason;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * An arm's throughput by number of CPUs, under the loads of one app. Immutable.
 *
 * <p>Only steady forks count. A JVM that still compiles on one CPU does a part of what it will do,
 * and the speed-up of more CPUs beside it would be too high.
 *
 * @param arm name of the arm
 * @param planned number of CPU counts in the study's plan
 * @param bySize throughput of each valid and steady fork, above 0, by the number of CPUs; not empty
 */
public record ScalingCurve(String arm, int planned, SortedMap<Integer, List<Double>> bySize) {
  private static final double CONFIDENCE = 0.95;

  /** What a fork is, whose throughput changed under its load. */
  private static final List<Class<? extends Reason>> CHANGING =
      List.of(
          StudyReason.NotSteady.class,
          StudyReason.TasksNeverSteady.class,
          StudyReason.ThroughputDrifted.class,
          LoadReason.NeverSteady.class);

  /** Stands for the app of loads that name none: their arms have commands of their own. */
  private static final String UNNAMED = "bank";

  /** Keeps the sizes in order. */
  public ScalingCurve {
    bySize = Collections.unmodifiableSortedMap(new TreeMap<>(bySize));
  }

  /** The app of a load. */
  public static String app(StudyStep step) {
    String app = step.varied().app();
    return app == null ? UNNAMED : app;
  }

  /** Whether a fork had one throughput under its load: only then it says what its CPUs give. */
  public static boolean isSteady(StudyPoint point) {
    return CHANGING.stream().noneMatch(point.validity()::has);
  }

  /** Curves of the arms with a valid and steady fork, in the study's order. */
  public static List<ScalingCurve> of(StudyRecord study, String app) {
    List<ScalingCurve> curves = new ArrayList<>();
    int planned = planned(study, app);
    for (StudyArm arm : study.arms()) {
      SortedMap<Integer, List<Double>> bySize = new TreeMap<>();
      for (StudyPoint point : study.points()) {
        Integer cpus = cpus(study, point.step(), app);
        if (cpus != null
            && point.counts()
            && isSteady(point)
            && point.arm().equals(arm.name())
            && point.throughputPerS() > 0) {
          bySize.computeIfAbsent(cpus, size -> new ArrayList<>()).add(point.throughputPerS());
        }
      }
      if (!bySize.isEmpty()) {
        curves.add(new ScalingCurve(arm.name(), planned, bySize));
      }
    }
    return curves;
  }

  /** The number of CPUs of a load; null if the load is for another app or does not say. */
  private static @Nullable Integer cpus(StudyRecord study, int index, String app) {
    if (index < 0 || index >= study.steps().size()) {
      return null;
    }
    StudyStep step = study.steps().get(index);
    Integer cpus = step.varied().cpus();
    return app(step).equals(app) && cpus != null && cpus > 0 ? cpus : null;
  }

  private static int planned(StudyRecord study, String app) {
    Set<Integer> sizes = new HashSet<>();
    for (int index = 0; index < study.steps().size(); index++) {
      Integer cpus = cpus(study, index, app);
      if (cpus != null) {
        sizes.add(cpus);
      }
    }
    return sizes.size();
  }

  /** The smallest number of CPUs measured. */
  public int fewest() {
    return bySize.firstKey();
  }

  /** The largest number of CPUs measured. */
  public int most() {
    return bySize.lastKey();
  }

  /** The median throughput on a measured number of CPUs. */
  public double median(int size) {
    return Median.of(bySize.getOrDefault(size, List.of()));
  }

  /** The throughput at most CPUs beside that at the fewest. */
  public SpeedUp speedUp() {
    return speedUp(fewest(), most());
  }

  /** The throughput on one measured number of CPUs beside that on a smaller one. */
  public SpeedUp speedUp(int few, int many) {
    return SpeedUp.of(
        few, bySize.getOrDefault(few, List.of()), many, bySize.getOrDefault(many, List.of()));
  }

  /** The speed-ups from the fewest CPUs that are more than their number allows. */
  public List<SpeedUp> impossible() {
    return bySize.keySet().stream()
        .map(size -> speedUp(fewest(), size))
        .filter(SpeedUp::isImpossible)
        .toList();
  }

  /** The Universal Scalability Law, if it can be fitted. */
  public Scalability law() {
    List<SpeedUp> impossible = impossible();
    if (!impossible.isEmpty()) {
      return new Scalability.Refused(impossible.getFirst().refusal());
    }
    List<double[]> pairs = new ArrayList<>();
    bySize.forEach((size, all) -> all.forEach(one -> pairs.add(new double[] {size, one})));
    return Scalability.of(
        pairs.stream().mapToDouble(pair -> pair[0]).toArray(),
        pairs.stream().mapToDouble(pair -> pair[1]).toArray(),
        CONFIDENCE);
  }
}
