package dev.foliot.study;

import dev.foliot.stats.Median;
import dev.foliot.store.study.Metric;
import dev.foliot.store.study.StudyArm;
import dev.foliot.store.study.StudyPoint;
import dev.foliot.store.study.StudyRecord;
import dev.foliot.text.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.DoubleFunction;

/**
 * A column of a load's table of arms.
 *
 * @param name its title
 * @param cell its text for an arm, from its valid forks and all its forks
 * @param isResult whether it is a result of the load, by which arms can be compared
 */
public record StudyColumn(
    String name, BiFunction<List<StudyPoint>, List<StudyPoint>, String> cell, boolean isResult) {
  private static final double MB = 1e6;
  private static final double MS = 1e6;

  /** The number of an arm's forks that are not INVALID. */
  public static final StudyColumn FORKS =
      new StudyColumn("forks", (points, all) -> points.size() + "/" + all.size(), false);

  /** How many bytes into a cache line a class begins. */
  public static final StudyColumn PLACE =
      new StudyColumn("at", median(Metric.LINE_OFFSET, bytes -> Numbers.fixed(bytes, 0)), false);

  /** Failed requests of all forks. */
  public static final StudyColumn ERRORS =
      new StudyColumn("errors", (points, all) -> Numbers.count(errors(all)), true);

  /** The median response time. */
  public static final StudyColumn P50 =
      of("p50 ms", Metric.RESPONSE_P50, ns -> Numbers.fixed(ns / MS, 2));

  /** The 99th percentile of the response time. */
  public static final StudyColumn P99 =
      of("p99 ms", Metric.RESPONSE_P99, ns -> Numbers.fixed(ns / MS, 1));

  /** CPU time per time. */
  public static final StudyColumn CPUS =
      of("CPUs", Metric.CPU_CORES, cores -> Numbers.fixed(cores, 2));

  /** Platform threads. */
  public static final StudyColumn THREADS =
      of("threads", Metric.THREADS, count -> Numbers.fixed(count, 0));

  /** Resident memory. */
  public static final StudyColumn RSS =
      of("RSS MB", Metric.RSS, bytes -> Numbers.fixed(bytes / MB, 0));

  /** The median of a metric over the forks that are not INVALID. */
  public static StudyColumn of(String name, Metric metric, DoubleFunction<String> shown) {
    return new StudyColumn(name, median(metric, shown), true);
  }

  private static BiFunction<List<StudyPoint>, List<StudyPoint>, String> median(
      Metric metric, DoubleFunction<String> shown) {
    return (points, all) -> {
      List<Double> values = points.stream().map(metric::of).filter(Objects::nonNull).toList();
      return values.isEmpty() ? "-" : shown.apply(Median.of(values));
    };
  }

  /** The cell of an arm under a load. */
  public String text(StudyRecord study, StudyArm arm, int step) {
    List<StudyPoint> all =
        study.points().stream()
            .filter(point -> point.arm().equals(arm.name()) && point.step() == step)
            .toList();
    return cell.apply(all.stream().filter(StudyPoint::counts).toList(), all);
  }

  /** The columns for a load of requests. */
  public static List<StudyColumn> ofRequests() {
    return around(
        List.of(
            of("answered", Metric.THROUGHPUT, Numbers::rate),
            of("p. CPU-s", Metric.PER_CPU, perCpuS -> Numbers.fixed(perCpuS, 0))));
  }

  /** Some columns, between those common to all loads under a driver. */
  public static List<StudyColumn> around(List<StudyColumn> own) {
    List<StudyColumn> all = new ArrayList<>();
    all.add(FORKS);
    all.addAll(own);
    all.addAll(List.of(P50, P99, CPUS, THREADS, RSS, ERRORS));
    return List.copyOf(all);
  }

  /** In millions, with one decimal. */
  public static String millions(double value) {
    return Numbers.fixed(value / 1e6, 1);
  }

  private static long errors(List<StudyPoint> all) {
    return all.stream()
        .flatMap(point -> point.errors().values().stream())
        .mapToLong(Long::longValue)
        .sum();
  }
}
