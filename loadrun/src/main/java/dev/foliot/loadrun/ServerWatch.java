package dev.foliot.loadrun;

import dev.foliot.bench.NanoClock;
import dev.foliot.hotspot.reason.JvmReason;
import dev.foliot.linux.Reading;
import dev.foliot.linux.cgroup.Cgroup;
import dev.foliot.linux.cgroup.Throttling;
import dev.foliot.load.LoadPhase;
import dev.foliot.load.LoadPlan;
import dev.foliot.service.watch.ProcessWatch;
import dev.foliot.service.watch.WatchPlan;
import dev.foliot.service.watch.Watched;
import dev.foliot.store.Redaction;
import dev.foliot.store.load.ServerRecord;
import dev.foliot.store.study.StudySample;
import dev.foliot.text.Reason;
import dev.foliot.text.ServiceReason;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** The watch of a server while a plan is played. One thread. */
final class ServerWatch implements AutoCloseable {
  private static final Path ROOT = Path.of("/");

  /** About this many samples make a line over time. */
  private static final int SAMPLES = 100;

  private static final double NS_PER_MS = 1e6;
  private static final long SHORTEST_PERIOD_NS = 200_000_000;
  private static final long LONGEST_PERIOD_NS = 10_000_000_000L;

  private final ServerUnderLoad server;
  private final int cpus;
  private final ProcessWatch process;
  private final Optional<Quota> quota;
  private Reading<String> jvm = Reading.unavailable(new ServiceReason.NotAsked());
  private @Nullable Long throttledNs;
  private @Nullable Watched watched;
  private @Nullable String end;

  /** The throttling of a control group with a CPU quota up to the start of the watch. */
  private record Quota(Cgroup group, Throttling before) {
    static Optional<Quota> of(long pid) {
      Cgroup group = new Cgroup(ROOT, pid);
      return group.cpuQuotaCpus().orElse(OptionalDouble.empty()).isPresent()
          ? group.throttling().toOptional().map(before -> new Quota(group, before))
          : Optional.empty();
    }

    long sinceNs() {
      return group.throttling().orElse(before).since(before).throttledNs();
    }
  }

  private ServerWatch(ServerUnderLoad server, ProcessWatch process) {
    this.server = server;
    this.process = process;
    this.quota = Quota.of(server.pid());
    this.cpus = server.cpus();
  }

  /**
   * Begins to watch.
   *
   * @throws dev.foliot.text.FoliotException if the server has ended
   */
  static ServerWatch start(
      ServerUnderLoad server, LoadPlan load, NanoClock clock, InstantSource wallClock)
      throws InterruptedException {
    long shortestNs =
        load.phases().stream()
            .filter(LoadPhase::isMeasured)
            .mapToLong(LoadPhase::durationNs)
            .min()
            .orElseThrow();
    WatchPlan plan =
        new WatchPlan(
            server.pid(),
            Math.clamp(shortestNs / SAMPLES, SHORTEST_PERIOD_NS, LONGEST_PERIOD_NS),
            0,
            Path.of(System.getProperty("java.home")),
            false,
            false);
    return new ServerWatch(server, ProcessWatch.start(plan, clock, wallClock));
  }

  /**
   * Ends the watch.
   *
   * @param watchedJvm the server's JVM
   */
  void stop(Reading<String> watchedJvm) throws InterruptedException {
    jvm = watchedJvm;
    end = server.end().orElse(null);
    watched = process.stop();
    throttledNs = quota.map(Quota::sinceNs).orElse(null);
  }

  /** Whether the server ended while it was watched; after {@link #stop}. */
  boolean hasEnded() {
    return end != null || Objects.requireNonNull(watched).endedEarly();
  }

  /**
   * What is stored of a phase; after {@link #stop}.
   *
   * @param startNs its start, by the clock
   * @param durationNs its length
   * @param isLast whether it is the last phase that was played
   */
  ServerRecord record(long startNs, long durationNs, boolean isLast) {
    Watched all = Objects.requireNonNull(watched);
    long offsetNs = startNs - process.startNanoTime();
    List<StudySample> inside =
        all.samples().stream()
            .filter(one -> one.atNs() >= offsetNs && one.atNs() <= offsetNs + durationNs)
            .toList();
    Watched part = all.within(offsetNs, offsetNs + durationNs);
    return new ServerRecord(
        ServerRecord.SCHEMA,
        new ServerRecord.Program(
            server.pid(),
            server.plan() instanceof ServerPlan.Command command
                ? Redaction.command(command.words())
                : List.of(),
            jvm.toOptional().orElse(null),
            cpus),
        inside.size() < 2 ? null : part.summary(),
        inside.stream()
            .map(one -> one.since(inside.getFirst()).later(inside.getFirst().atNs() - offsetNs))
            .toList(),
        throttledNs,
        unavailable(all),
        isLast && hasEnded() ? end(all, offsetNs, durationNs) : null);
  }

  private List<Reason> unavailable(Watched all) {
    List<Reason> reasons = new ArrayList<>();
    if (all.samples().getLast().sums().runQueueWaitNs() == null) {
      reasons.add(new ServiceReason.RunQueueWaitNotCounted());
    }
    if (jvm instanceof Reading.Unavailable<String> none
        && !none.why().is(JvmReason.NoHotspot.class)) {
      reasons.add(new ServiceReason.NotWatched(ServiceReason.Watch.PAUSES, none.why()));
    }
    return reasons;
  }

  /** The load ends with the server; the last sample is the last that is known of its life. */
  private ServerRecord.End end(Watched all, long offsetNs, long durationNs) {
    long lastNs = all.samples().getLast().atNs() - offsetNs;
    return new ServerRecord.End(
        Math.clamp(lastNs, 0, durationNs) / NS_PER_MS, end == null ? "" : end);
  }

  @Override
  public void close() {
    process.close();
  }
}
