package dev.foliot.judgement;

import dev.foliot.stats.ArmComparison;
import dev.foliot.store.study.Metric;
import dev.foliot.store.study.StudyPoint;
import dev.foliot.store.study.StudyRecord;
import dev.foliot.store.study.StudyStep;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The arms of a stored study by load, from their valid forks. */
public final class ArmsByLoad {
  private ArmsByLoad() {}

  /**
   * Returns a figure of each valid fork, by arm.
   *
   * @param step index of the load
   * @param figure the figure of a fork; null if unknown
   */
  public static Map<String, List<Double>> values(
      StudyRecord study, int step, Function<StudyPoint, @Nullable Double> figure) {
    Map<String, List<Double>> values = new LinkedHashMap<>();
    for (StudyPoint point : study.points()) {
      if (point.counts() && point.step() == step) {
        Double value = figure.apply(point);
        if (value != null) {
          values.computeIfAbsent(point.arm(), arm -> new ArrayList<>()).add(value);
        }
      }
    }
    return values;
  }

  /**
   * Index of the lightest load at which an arm's throughput differs from the best. Empty if it
   * never does.
   */
  public static OptionalInt parting(StudyRecord study) {
    return ascending(study.steps()).stream()
        .mapToInt(step -> step)
        .filter(step -> isApart(study, step))
        .findFirst();
  }

  private static boolean isApart(StudyRecord study, int step) {
    ArmComparison arms =
        new ArmComparison(values(study, step, Metric.THROUGHPUT::of), ArmComparison.Better.HIGH);
    return !arms.standing(ArmComparison.Standing.BEHIND).isEmpty();
  }

  /** Indices of the loads, least first. Loads of two kinds keep the study's order. */
  public static List<Integer> ascending(List<StudyStep> loads) {
    List<Integer> order = IntStream.range(0, loads.size()).boxed().toList();
    return loads.stream().map(one -> one.load().loop()).distinct().count() > 1
        ? order
        : order.stream()
            .sorted(Comparator.comparingDouble((Integer step) -> size(loads.get(step))))
            .toList();
  }

  private static double size(StudyStep load) {
    Integer clients = load.load().clients();
    Double perS = load.load().ratePerS();
    return clients != null ? clients : perS != null ? perS : 0;
  }
}
