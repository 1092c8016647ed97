package dev.foliot.diagnose.scheduler;

import dev.foliot.diagnose.clock.NanoClock;
import dev.foliot.diagnose.examination.Outcome;
import dev.foliot.diagnose.examination.Target;
import dev.foliot.diagnose.reason.ExaminationReason;
import dev.foliot.diagnose.reason.SchedulerReason;
import dev.foliot.hotspot.threads.ThreadFamily;
import dev.foliot.hotspot.threads.ThreadTally;
import dev.foliot.linux.CpuList;
import dev.foliot.linux.Reading;
import dev.foliot.linux.cgroup.Cgroup;
import dev.foliot.linux.cgroup.Throttling;
import dev.foliot.linux.proc.ProcessStat;
import dev.foliot.linux.proc.ProcessState;
import dev.foliot.linux.reason.ProcessReason;
import dev.foliot.store.diagnosis.ResourceFinding;
import dev.foliot.text.Examined;
import dev.foliot.text.Reason;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One examination, from the first sample to the result. For one thread, once. */
final class SchedulerRun {
  private static final long MS = 1_000_000;

  /**
   * The interval between samples of all threads, the most expensive ones. It is shorter after a
   * sample with too few threads.
   */
  private static final long THREADS_NS = 2_000 * MS;

  private static final int FEWEST_LOOKS = 4;

  /** The longest sleep of an idle examination; an interrupt wakes it. */
  private static final long LONGEST_SLEEP_NS = 100 * MS;

  private static final long LONGEST_SLICE_NS = 500 * MS;

  private final Target target;
  private final Path root;
  private final long pid;
  private final long durationNs;
  private final NanoClock clock;
  private final ThreadTally tally;
  private final Cgroup cgroup;
  private final List<Reason> limits = new ArrayList<>();
  private int looks;
  private long firstLookNs;
  private long lastLookNs;
  private boolean interrupted;
  private Optional<Reason> cutTrace = Optional.empty();

  /** Why no wake-up was traced. */
  private Optional<Reading.Unavailable<?>> untraced = Optional.empty();

  SchedulerRun(Target target, NanoClock clock) {
    this.target = target;
    root = target.root();
    pid = target.pid();
    durationNs = target.duration().toNanos();
    this.clock = clock;
    tally = ThreadTally.withMigrations(root);
    cgroup = new Cgroup(root, pid);
  }

  Outcome<ResourceFinding> run() {
    Reading<ProcessStat> process = ProcessStat.of(root, pid);
    if (process instanceof Reading.Unavailable<ProcessStat> none) {
      return Outcome.unavailable(none.why());
    }
    if (!look()) {
      return Outcome.unavailable(new ProcessReason.NoThreadReadable(pid));
    }
    long startNs = clock.nanos();
    Reading<CpuShares.Snapshot> cpus = CpuShares.Snapshot.of(root, pid);
    Reading<Map<Path, Throttling>> throttled = cgroup.throttlingByGroup();
    PressureWatch pressure = new PressureWatch(root, cgroup);
    // a process that has ended reports no quota
    OptionalDouble quotaCpus = cgroup.cpuQuotaCpus().orElse(OptionalDouble.empty());
    WakeSlice slice = slice(cpus);
    Optional<Reason> cutShort;
    List<ParkedPool> parked;
    List<String> ofQueues;
    try (QueueWatch queues = new QueueWatch(target, clock)) {
      cutShort = watch(startNs, queues);
      parked = queues.end();
      ofQueues = queues.besides();
      limits.addAll(queues.limits());
    }
    long wallNs = clock.nanos() - startNs;
    Optional<CpuShares> shares = shares(cpus, wallNs);
    Map<String, Throttling> groups = since(throttled);
    Map<ThreadFamily, WakeWaits> wakes = wakes(slice);
    if (Thread.interrupted()) {
      interrupted = true;
      cutShort =
          cutShort.or(() ->
              Optional.of(new ExaminationReason.ExaminationInterrupted(clock.nanos() - startNs)));
    }
    SchedulerObservations observed =
        new SchedulerObservations(
            lastLookNs - firstLookNs,
            wallNs,
            tally.families(),
            shares,
            pressure.since(wallNs),
            quotaCpus,
            groups,
            wakes,
            parked);
    Outcome<ResourceFinding> outcome = conclude(observed, cutShort, ofQueues);
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return outcome;
  }

  /** Samples all threads; returns whether any exist. Totals span the first to the last sample. */
  private boolean look() {
    long ns = clock.nanos();
    tally.look(Set.of(pid));
    if (tally.all().threads() == 0) {
      return false;
    }
    firstLookNs = looks == 0 ? ns : firstLookNs;
    lastLookNs = ns;
    looks++;
    return true;
  }

  private @Nullable WakeSlice slice(Reading<CpuShares.Snapshot> cpus) {
    if (WakeTrace.program() instanceof Reading.Unavailable<Path> why) {
      untraced = Optional.of(why);
      return null;
    }
    CpuList allowed = cpus.map(CpuShares.Snapshot::allowed).orElse(CpuList.of());
    if (allowed.isEmpty()) {
      untraced = Optional.of(new Reading.Unavailable<Path>(new ProcessReason.AffinityUnknown()));
      return null;
    }
    return new WakeSlice(
        allowed, tally.familyByThread(), Math.min(LONGEST_SLICE_NS, durationNs / 4));
  }

  /** Samples until the time is over; returns the reason for an earlier end. */
  private Optional<Reason> watch(long startNs, QueueWatch queues) {
    long periodNs = Math.max(THREADS_NS, durationNs / 10);
    periodNs = Math.min(periodNs, Math.max(1, durationNs / FEWEST_LOOKS));
    long endNs = startNs + durationNs;
    long nextNs = startNs + periodNs;
    long aliveNs = startNs + LONGEST_SLEEP_NS;
    queues.begin();
    while (true) {
      long now = clock.nanos();
      interrupted |= Thread.interrupted();
      if (interrupted) {
        look(); // the totals so far cover the complete time so far
        return Optional.of(new ExaminationReason.ExaminationInterrupted(now - startNs));
      }
      boolean due = now >= nextNs || now >= endNs;
      if (due || now >= aliveNs) {
        Optional<Reason> gone = gone(now - startNs, due);
        if (gone.isPresent()) {
          return gone;
        }
        aliveNs = now + LONGEST_SLEEP_NS;
      }
      if (due) {
        if (!look()) {
          return Optional.of(new ProcessReason.ProcessEnded(now - startNs));
        }
        queues.seldom();
        nextNs = Math.max(nextNs + periodNs, clock.nanos());
      }
      if (now >= endNs) {
        return Optional.empty();
      }
      queues.look();
      long untilNs = Math.min(nextNs, endNs) - clock.nanos();
      clock.await(Math.max(1, Math.min(untilNs, queues.untilNextNs(LONGEST_SLEEP_NS))));
    }
  }

  /**
   * Why the observation is over. A short stop, such as for a thread dump, is checked at samples
   * only.
   */
  private Optional<Reason> gone(long elapsedNs, boolean due) {
    return switch (ProcessState.of(root, pid).orElse(ProcessState.ENDED)) {
      case ALIVE -> Optional.empty();
      case STOPPED -> due ? Optional.of(new ExaminationReason.ProcessStopped()) : Optional.empty();
      case ENDED -> Optional.of(new ProcessReason.ProcessEnded(elapsedNs));
    };
  }

  private Optional<CpuShares> shares(Reading<CpuShares.Snapshot> before, long wallNs) {
    if (before instanceof Reading.Value<CpuShares.Snapshot>(CpuShares.Snapshot first)
        && CpuShares.Snapshot.of(root, pid)
            instanceof Reading.Value<CpuShares.Snapshot>(CpuShares.Snapshot last)) {
      long observedNs = lastLookNs - firstLookNs;
      double own = observedNs <= 0 ? 0 : tally.all().onCpuNs() / (double) observedNs;
      return last.since(first, root, own, wallNs);
    }
    limits.add(new SchedulerReason.MachineCpusUnknown());
    return Optional.empty();
  }

  private Map<String, Throttling> since(Reading<Map<Path, Throttling>> before) {
    Reading<Map<Path, Throttling>> after = cgroup.throttlingByGroup();
    if (before instanceof Reading.Value<Map<Path, Throttling>>(Map<Path, Throttling> first)
        && after instanceof Reading.Value<Map<Path, Throttling>>(Map<Path, Throttling> last)) {
      Map<String, Throttling> added = new LinkedHashMap<>();
      last.forEach((group, now) -> {
        Throttling then = first.get(group);
        if (then != null) {
          added.put(group.toString(), now.since(then));
        }
      });
      return added;
    }
    Reading<Map<Path, Throttling>> none = before instanceof Reading.Value ? after : before;
    if (none instanceof Reading.Unavailable<Map<Path, Throttling>> why) {
      limits.add(CarrierWatch.limit(Examined.THROTTLING, why));
    }
    return Map.of();
  }

  private Map<ThreadFamily, WakeWaits> wakes(@Nullable WakeSlice slice) {
    if (slice == null) {
      return Map.of();
    }
    if (interrupted) {
      slice.interrupt();
    }
    return switch (slice.await()) {
      case Reading.Value<Traced<ThreadFamily>>(Traced<ThreadFamily> traced) -> {
        cutTrace = traced.partial();
        cutTrace.ifPresent(limits::add);
        yield traced.waits();
      }
      case Reading.Unavailable<Traced<ThreadFamily>> why -> {
        untraced = Optional.of(why);
        yield Map.of();
      }
    };
  }

  private Outcome<ResourceFinding> conclude(
      SchedulerObservations observed, Optional<Reason> cutShort, List<String> ofQueues) {
    List<String> besides = new ArrayList<>();
    if (tally.isScheduled()) {
      untraced.ifPresent(why -> besides.add(meanInsteadOfTrace(why)));
    } else {
      limits.add(new SchedulerReason.WaitsUncounted());
      untraced.ifPresent(why -> limits.add(CarrierWatch.limit(Examined.WAKE_UPS, why)));
    }
    besides.addAll(ofQueues);
    tally
        .uncounted()
        .ifPresent(none -> limits.add(new SchedulerReason.MigrationsUncounted(none.why())));
    Optional<Reason> reason =
        cutShort
            .or(() ->
                tally.isScheduled()
                    ? Optional.empty()
                    : Optional.of(new SchedulerReason.WaitsMissing()))
            .or(() -> cutTrace);
    return SchedulerReport.of(observed, looks, besides, reason, limits);
  }

  /** The run-queue wait answers the same question with less precision: nothing remains open. */
  private static String meanInsteadOfTrace(Reading.Unavailable<?> why) {
    return "how late each woken thread ran was not traced: "
        + why.reason()
        + " ("
        + why.remedy()
        + "); the run-queue wait tells the mean of it and of waits for a CPU that was taken away";
  }
}
