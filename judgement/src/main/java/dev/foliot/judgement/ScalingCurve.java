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
 * The throughput of an arm on more and more CPUs, under the loads of one app. Immutable.
 *
 * @param arm its name
 * @param planned how many numbers of CPUs the study set out to measure
 * @param bySize throughput of each fork that counts, above 0, by the number of CPUs; not empty
 */
public record ScalingCurve(String arm, int planned, SortedMap<Integer, List<Double>> bySize) {
  private static final double CONFIDENCE = 0.95;

  /** Of loads that do not name their app, as in older files. */
  private static final String UNNAMED = "bank";

  /** Keeps the sizes in order. */
  public ScalingCurve {
    bySize = Collections.unmodifiableSortedMap(new TreeMap<>(bySize));
  }

  /** Which app a load is for. */
  public static String app(StudyStep step) {
    String app = step.app();
    return app == null ? UNNAMED : app;
  }

  /** Those of the arms that have a fork that counts, in the study's order. */
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

  /** How many CPUs a load is for; null where it is for another app, or does not say. */
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

  /** The fewest CPUs that were measured. */
  public int fewest() {
    return bySize.firstKey();
  }

  /** The most CPUs that were measured. */
  public int most() {
    return bySize.lastKey();
  }

  /** The median throughput on so many CPUs that were measured. */
  public double median(int size) {
    return Median.of(bySize.getOrDefault(size, List.of()));
  }

  /** How many times the throughput of the fewest CPUs the most give. */
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

  /** The Universal Scalability Law, where it can be fitted. */
  public Scalability law() {
    List<double[]> pairs = new ArrayList<>();
    bySize.forEach((size, all) -> all.forEach(one -> pairs.add(new double[] {size, one})));
    return Scalability.of(
        pairs.stream().mapToDouble(pair -> pair[0]).toArray(),
        pairs.stream().mapToDouble(pair -> pair[1]).toArray(),
        CONFIDENCE);
  }
}
