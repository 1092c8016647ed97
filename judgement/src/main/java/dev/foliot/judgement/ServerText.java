package dev.foliot.judgement;

import dev.foliot.stats.Median;
import dev.foliot.store.ForkRecord;
import dev.foliot.store.explain.Stop;
import dev.foliot.store.explain.StopKind;
import dev.foliot.store.explain.TimelineRecord;
import dev.foliot.store.load.ServerRecord;
import dev.foliot.store.study.StudyWatch;
import dev.foliot.text.Numbers;
import dev.foliot.text.Shown;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Servers under load in figures and sentences. Stateless. */
public final class ServerText {
  private static final double NS_PER_S = 1e9;
  private static final int LONGEST = 600;
  private static final long LEAST_PAUSE_NS = 1_000_000;

  private ServerText() {}

  /**
   * The CPU time that the server took for each request, in nanoseconds; null if unknown.
   *
   * @param fork what it was asked meanwhile
   */
  public static @Nullable Double cpuPerRequestNs(ForkRecord fork, ServerRecord server) {
    Double cpus = server.cpus();
    double perS = fork.messages().achievedPerS();
    return cpus == null || perS <= 0 ? null : (Double) (cpus * NS_PER_S / perS);
  }

  /**
   * How long its threads waited for a CPU for each request, in nanoseconds; null if unknown.
   *
   * @param fork what it was asked meanwhile
   */
  public static @Nullable Double waitPerRequestNs(ForkRecord fork, ServerRecord server) {
    StudyWatch watch = server.watch();
    Double waiting = watch == null ? null : watch.cpu().runQueueWaitCores();
    double perS = fork.messages().achievedPerS();
    return waiting == null || perS <= 0 ? null : (Double) (waiting * NS_PER_S / perS);
  }

  /**
   * What servers used under one load, in one line; with several rounds the medians.
   *
   * @param forks the rounds
   * @param servers of the same rounds
   */
  public static String use(List<ForkRecord> forks, List<ServerRecord> servers) {
    List<Double> cpus = new ArrayList<>();
    List<Double> perRequest = new ArrayList<>();
    List<Double> waits = new ArrayList<>();
    for (int i = 0; i < Math.min(forks.size(), servers.size()); i++) {
      add(cpus, servers.get(i).cpus());
      add(perRequest, cpuPerRequestNs(forks.get(i), servers.get(i)));
      add(waits, waitPerRequestNs(forks.get(i), servers.get(i)));
    }
    if (cpus.isEmpty()) {
      return "it was not watched long enough for figures";
    }
    List<String> parts = new ArrayList<>();
    int of = servers.getFirst().process().cpus();
    parts.add(
        Numbers.digits(Median.of(cpus)) + (of > 0 ? " of " + Numbers.count(of, "CPU") : " CPUs"));
    if (!perRequest.isEmpty()) {
      parts.add(
          Numbers.duration(Median.of(perRequest))
              + " of CPU time"
              + (waits.isEmpty()
                  ? ""
                  : " and " + Numbers.duration(Median.of(waits)) + " of waiting for a CPU")
              + " per request");
    }
    long most =
        servers.stream()
            .map(ServerRecord::watch)
            .filter(Objects::nonNull)
            .mapToLong(one -> one.rss().peakRssBytes())
            .max()
            .orElse(0);
    parts.add(Numbers.shortBytes((double) most));
    return String.join("; ", parts);
  }

  private static void add(List<Double> values, @Nullable Double value) {
    if (value != null) {
      values.add(value);
    }
  }

  /** The pauses of 1 ms or more in the timelines of servers, in one line; empty without any. */
  public static String pauses(List<TimelineRecord> timelines) {
    List<String> parts = new ArrayList<>();
    for (StopKind kind : StopKind.OF_JVM) {
      List<Stop> all =
          timelines.stream()
              .flatMap(timeline -> timeline.stops(EnumSet.of(kind), LEAST_PAUSE_NS).stream())
              .toList();
      if (!all.isEmpty()) {
        double sumNs = all.stream().mapToLong(Stop::lengthNs).sum();
        double mostNs = all.stream().mapToLong(Stop::lengthNs).max().orElse(0);
        parts.add(
            counted(kind, all.size())
                + ", "
                + Numbers.duration(sumNs)
                + " in all, at most "
                + Numbers.duration(mostNs));
      }
    }
    return String.join("; ", parts);
  }

  /** The pauses of 1 ms or more in a timeline, in the order of their ends. */
  public static List<Stop> pausesOf(TimelineRecord timeline) {
    return timeline.stops(StopKind.OF_JVM, LEAST_PAUSE_NS);
  }

  private static String counted(StopKind kind, int count) {
    return switch (kind) {
      case GC_PAUSE -> Numbers.count(count, "GC pause");
      case TIME_TO_SAFEPOINT -> Numbers.count(count, "wait") + " for a safepoint";
      case SAFEPOINT -> Numbers.count(count, "other safepoint pause");
      case THROTTLING -> "throttled " + Numbers.count(count, "time");
      case STOPPED -> "stopped by a signal " + Numbers.count(count, "time");
      case GENERATOR,
          RUN_QUEUE,
          STEAL,
          MACHINE,
          CLASS_LOADING,
          FSYNC,
          FILE_IO,
          PAGE_FAULT,
          DISK_WAIT,
          SOCKET_IO,
          PINNED,
          MONITOR,
          PARK,
          SLEEP,
          DEOPTIMISATION,
          SLOW_MESSAGE,
          OUTSIDE_SERVER ->
          throw new IllegalArgumentException(kind.code());
    };
  }

  /** How it ended during the load. */
  public static String end(ServerRecord server) {
    ServerRecord.End end = Objects.requireNonNull(server.end());
    return (server.process().command().isEmpty()
            ? "process " + server.process().pid()
            : "the server")
        + " ended during the load, after "
        + Numbers.shortDuration(end.atMs() * 1e6)
        + (end.how().isEmpty() ? "" : ": " + Shown.text(end.how(), LONGEST));
  }
}
