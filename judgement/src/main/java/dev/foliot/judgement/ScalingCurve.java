package dev.foliot.judgement;

import dev.foliot.stats.ArmComparison;
import dev.foliot.stats.Median;
import dev.foliot.stats.Scalability;
import dev.foliot.store.study.StudyArm;
import dev.foliot.store.study.StudyPoint;
import dev.foliot.store.study.StudyRecord;
import dev.foliot.store.study.StudyStep;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * An arm's throughput by number of CPUs, under the loads of one app. Immutable.
 *
 * @param arm name of the arm
 * @param planned number of CPU counts in the study's plan
 * @param bySize throughput of each valid fork, above 0, by the number of CPUs; not empty
 */
public record ScalingCurve(String arm, int planned, SortedMap<Integer, List<Double>> bySize) {
  private static final double CONFIDENCE = 0.95;

  /** The app of loads that name none, as in older files. */
  private static final String UNNAMED = "bank";

  /** Keeps the sizes in order. */
  public ScalingCurve {
    bySize = Collections.unmodifiableSortedMap(new TreeMap<>(bySize));
  }

  /** The app of a load. */
  public static String app(StudyStep step) {
    String app = step.app();
    return app == null ? UNNAMED : app;
  }

  /** Curves of the arms with a valid fork, in the study's order. */
  public static List<ScalingCurve> of(StudyRecord study, String app) {
    List<ScalingCurve> curves = new ArrayList<>();
    int planned = planned(study, app);
    for (StudyArm arm : study.arms()) {
      SortedMap<Integer, List<Double>> bySize = new TreeMap<>();
      for (StudyPoint point : study.points()) {
        Integer cpus = cpus(study, point.step(), app);
        if (cpus != null
            && point.counts()
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
    Integer cpus = step.cpus();
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

  /** The ratio of throughput at most to fewest CPUs. */
  public ArmComparison.Shift ratio() {
    return new ArmComparison(
            Map.of(
                "few",
                bySize.getOrDefault(fewest(), List.of()),
                "many",
                bySize.getOrDefault(most(), List.of())),
            ArmComparison.Better.HIGH)
        .ratio("many", "few");
  }

  /** The Universal Scalability Law, if it can be fitted. */
  public Scalability law() {
    List<double[]> pairs = new ArrayList<>();
    bySize.forEach((size, all) -> all.forEach(one -> pairs.add(new double[] {size, one})));
    return Scalability.of(
        pairs.stream().mapToDouble(pair -> pair[0]).toArray(),
        pairs.stream().mapToDouble(pair -> pair[1]).toArray(),
        CONFIDENCE);
  }
}
