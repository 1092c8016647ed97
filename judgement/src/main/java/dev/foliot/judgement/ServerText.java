package dev.foliot.judgement;

import dev.foliot.stats.Median;
import dev.foliot.store.ForkRecord;
import dev.foliot.store.load.ServerPause;
import dev.foliot.store.load.ServerPause.Kind;
import dev.foliot.store.load.ServerRecord;
import dev.foliot.store.study.StudyWatch;
import dev.foliot.text.Numbers;
import dev.foliot.text.Shown;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Servers under load in figures and sentences. Stateless. */
public final class ServerText {
  private static final double NS_PER_S = 1e9;
  private static final int LONGEST = 600;

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
    Double waiting = watch == null ? null : watch.runQueueWaitCores();
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
            .mapToLong(StudyWatch::peakRssBytes)
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

  /** The pauses of a server, in one line; empty without any. */
  public static String pauses(List<ServerRecord> servers) {
    List<String> parts = new ArrayList<>();
    for (Kind kind : Kind.values()) {
      List<ServerPause> all =
          servers.stream().flatMap(server -> server.pauses(kind).stream()).toList();
      if (!all.isEmpty()) {
        double sumNs = all.stream().mapToLong(ServerPause::lengthNs).sum();
        double mostNs = all.stream().mapToLong(ServerPause::lengthNs).max().orElse(0);
        parts.add(
            switch (kind) {
                  case GC -> Numbers.count(all.size(), "GC pause");
                  case SAFEPOINT -> Numbers.count(all.size(), "other safepoint pause");
                  case THROTTLED -> "throttled " + Numbers.count(all.size(), "time");
                }
                + ", "
                + Numbers.duration(sumNs)
                + " in all, at most "
                + Numbers.duration(mostNs));
      }
    }
    return String.join("; ", parts);
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
