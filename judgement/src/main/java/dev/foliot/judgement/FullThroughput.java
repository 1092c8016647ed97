package dev.foliot.judgement;

import dev.foliot.stats.Median;
import dev.foliot.store.study.StudyCourse;
import dev.foliot.store.study.StudyPoint;
import dev.foliot.store.study.StudyRecord;
import dev.foliot.store.study.StudyStep;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Full throughput under a load that comes at once, which is one level for all arms of a study, and
 * when each fork reaches it. Immutable.
 *
 * @param possiblePerS the most that the load asks for: the clients over the delay, or the rate of
 *     an open loop; empty where neither is known
 * @param perS full throughput: what the best arm sustains, and no more than is possible; 0 where
 *     nothing is known
 * @param rises the valid and suspect forks whose answers against time are known, by their numbers
 */
public record FullThroughput(
    OptionalDouble possiblePerS, double perS, Map<Integer, ThroughputRise> rises) {
  private static final double NS_PER_S = 1e9;

  /** Keeps a copy. */
  public FullThroughput {
    rises = Map.copyOf(rises);
  }

  /**
   * Of a study under one of its loads.
   *
   * @param step index of the load
   * @param courses the forks against time, by their numbers
   */
  public static FullThroughput of(StudyRecord study, int step, Map<Integer, StudyCourse> courses) {
    StudyStep load = study.steps().get(step);
    Map<Integer, ThroughputRise> rises = new LinkedHashMap<>();
    Map<String, List<Double>> plateaus = new LinkedHashMap<>();
    for (StudyPoint point : study.points()) {
      StudyCourse course = courses.getOrDefault(point.fork(), StudyCourse.NONE);
      if (point.counts() && point.step() == step && !course.intervals().isEmpty()) {
        ThroughputRise rise = rise(load, course);
        rises.put(point.fork(), rise);
        plateaus.computeIfAbsent(point.arm(), arm -> new ArrayList<>()).add(rise.plateauPerS());
      }
    }
    OptionalDouble possible = possiblePerS(load);
    double best = plateaus.values().stream().mapToDouble(Median::of).max().orElse(0);
    return new FullThroughput(
        possible, Math.min(best, possible.orElse(Double.POSITIVE_INFINITY)), rises);
  }

  private static ThroughputRise rise(StudyStep load, StudyCourse course) {
    Long delayNs = load.varied().delayNs();
    return ThroughputRise.of(
        course.intervals(), load.times().durationNs(), delayNs == null ? 0 : delayNs);
  }

  private static OptionalDouble possiblePerS(StudyStep load) {
    Double ratePerS = load.load().ratePerS();
    Integer clients = load.load().clients();
    Long delayNs = load.varied().delayNs();
    if (ratePerS != null) {
      return OptionalDouble.of(ratePerS);
    }
    return clients != null && delayNs != null && delayNs > 0
        ? OptionalDouble.of(clients * NS_PER_S / delayNs)
        : OptionalDouble.empty();
  }

  /** Whether anything is known of a fork. */
  public boolean has(StudyPoint point) {
    return rises.containsKey(point.fork());
  }

  /** What a fork sustains; empty where nothing is known of it. */
  public OptionalDouble plateauPerS(StudyPoint point) {
    ThroughputRise rise = rises.get(point.fork());
    return rise == null ? OptionalDouble.empty() : OptionalDouble.of(rise.plateauPerS());
  }

  /** When a fork reaches full throughput, in seconds; empty where it does not. */
  public OptionalDouble secondsTo(StudyPoint point) {
    ThroughputRise rise = rises.get(point.fork());
    return rise == null ? OptionalDouble.empty() : rise.secondsTo(perS);
  }
}
