package dev.foliot.watch.episode;

import dev.foliot.store.watch.EpisodeKind;
import dev.foliot.store.watch.WatchColumn;
import dev.foliot.store.watch.WatchSecond;
import java.util.List;
import java.util.OptionalDouble;

/** What is compared with the hour before, in the mean of ten seconds. */
enum Measure {
  GC(EpisodeKind.GC, "share", 0.05),
  SAFEPOINTS(EpisodeKind.SAFEPOINTS, "share", 0.05),
  TIME_TO_SAFEPOINT(EpisodeKind.TIME_TO_SAFEPOINT, "share", 0.02),
  THROTTLING(EpisodeKind.THROTTLING, "share", 0.05),
  /** The mean number of threads that wait for a CPU. */
  CPU_WAITS(EpisodeKind.CPU_WAITS, "threads", 0.5),
  STEAL(EpisodeKind.STEAL, "share", 0.05),
  BLOCKED(EpisodeKind.BLOCKED, "threads", 3),
  RISE(EpisodeKind.RISE, "/s", 50),
  ERRORS(EpisodeKind.ERRORS, "share", 0.02),
  SLOW(EpisodeKind.SLOW, "ns", 20e6);

  private static final int FEWEST_REQUESTS = 20;
  private static final int FEWEST_ERRORS = 5;
  private static final double NS_PER_S = 1e9;

  private final EpisodeKind kind;
  private final String unit;
  private final double floor;

  Measure(EpisodeKind kind, String unit, double floor) {
    this.kind = kind;
    this.unit = unit;
    this.floor = floor;
  }

  EpisodeKind kind() {
    return kind;
  }

  String unit() {
    return unit;
  }

  /** Less is never an episode, and an episode is twice the usual and so much more. */
  double floor() {
    return floor;
  }

  /** Whether it is the mean of its seconds, none of which is below 0. */
  boolean isMean() {
    return this != ERRORS && this != SLOW;
  }

  /** The value of some seconds; empty if it was not read in any. */
  OptionalDouble of(List<WatchSecond> seconds) {
    return switch (this) {
      case GC -> share(seconds, WatchColumn.GC_NS);
      case SAFEPOINTS -> share(seconds, WatchColumn.SAFEPOINT_NS);
      case TIME_TO_SAFEPOINT -> share(seconds, WatchColumn.TIME_TO_SAFEPOINT_NS);
      case THROTTLING -> share(seconds, WatchColumn.THROTTLED_NS);
      case CPU_WAITS -> share(seconds, WatchColumn.RUN_QUEUE_NS);
      case STEAL -> share(seconds, WatchColumn.STEAL_NS);
      case BLOCKED -> mean(seconds, WatchColumn.BLOCKED);
      case RISE -> mean(seconds, WatchColumn.REQUESTS);
      case ERRORS -> errors(seconds);
      case SLOW -> slow(seconds);
    };
  }

  private static OptionalDouble share(List<WatchSecond> seconds, WatchColumn column) {
    return seconds.stream()
        .filter(second -> second.has(column))
        .mapToDouble(second -> second.value(column) / NS_PER_S)
        .average();
  }

  private static OptionalDouble mean(List<WatchSecond> seconds, WatchColumn column) {
    return seconds.stream()
        .filter(second -> second.has(column))
        .mapToDouble(second -> second.value(column))
        .average();
  }

  static double sum(List<WatchSecond> seconds, WatchColumn column) {
    return seconds.stream().mapToDouble(second -> second.value(column)).sum();
  }

  private static OptionalDouble errors(List<WatchSecond> seconds) {
    double requests = sum(seconds, WatchColumn.REQUESTS);
    double errors = sum(seconds, WatchColumn.ERRORS);
    return requests < FEWEST_REQUESTS
        ? OptionalDouble.empty()
        : OptionalDouble.of(errors < FEWEST_ERRORS ? 0 : errors / requests);
  }

  /** The 99th percentile of each second, weighted by its requests. */
  private static OptionalDouble slow(List<WatchSecond> seconds) {
    double requests = sum(seconds, WatchColumn.REQUESTS);
    double weighted =
        seconds.stream()
            .mapToDouble(
                one -> (double) one.value(WatchColumn.P99_NS) * one.value(WatchColumn.REQUESTS))
            .sum();
    return requests < FEWEST_REQUESTS
        ? OptionalDouble.empty()
        : OptionalDouble.of(weighted / requests);
  }
}
