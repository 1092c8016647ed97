package dev.foliot.diagnose.scheduler;

import dev.foliot.diagnose.scheduler.SchedulerExamination.Outcome;
import dev.foliot.linux.Cgroup;
import dev.foliot.linux.CpuList;
import dev.foliot.linux.ProcessStat;
import dev.foliot.linux.ProcessState;
import dev.foliot.linux.Reading;
import dev.foliot.linux.ThreadMigrations;
import dev.foliot.linux.Throttling;
import dev.foliot.store.ExaminationRecord;
import dev.foliot.store.ExaminationRecord.Status;
import dev.foliot.store.ResourceFinding;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** One examination, from the first look to what came out. For one thread, once. */
final class SchedulerRun {
  private static final long MS = 1_000_000;

  /** Between looks at the carriers' queues. */
  private static final long CARRIERS_NS = 2 * MS;

  /** Between looks at all threads, at least; they cost most. */
  private static final long THREADS_NS = 2_000 * MS;

  private static final int FEWEST_LOOKS = 4;

  /** How long an idle examination sleeps at once; an interrupt wakes it. */
  private static final long LONGEST_SLEEP_NS = 100 * MS;

  private static final long LONGEST_SLICE_NS = 500 * MS;

  private final Path root;
  private final long pid;
  private final long durationNs;
  private final LongSupplier clock;
  private final ThreadTally tally;
  private final Cgroup cgroup;
  private final List<String> couldNot = new ArrayList<>();
  private int looks;
  private boolean interrupted;

  SchedulerRun(Path root, long pid, long durationNs, LongSupplier clock) {
    this.root = root;
    this.pid = pid;
    this.durationNs = durationNs;
    this.clock = clock;
    tally = ThreadTally.withMigrations(root);
    cgroup = new Cgroup(root, pid);
  }

  Outcome run() {
    Reading<ProcessStat> process = ProcessStat.of(root, pid);
    if (process instanceof Reading.Unavailable<ProcessStat>(String reason, String remedy)) {
      return blind(reason, remedy);
    }
    look();
    if (tally.all().threads() == 0) {
      return blind("process " + pid + " has no thread that can be read", "look at a live process");
    }
    Reading<CpuReading> cpus = CpuReading.of(root, pid);
    Reading<Map<Path, Throttling>> throttled = cgroup.throttlingByGroup();
    long startNs = clock.getAsLong();
    WakeSlice slice = slice(cpus);
    Optional<String> cutShort;
    Optional<ParkedSpells.Seen> parked;
    List<String> ofCarriers = new ArrayList<>();
    try (CarrierWatch carriers = new CarrierWatch(root, pid)) {
      cutShort = watch(startNs, carriers);
      parked = carriers.end();
      carriers.nothing().ifPresent(ofCarriers::add);
      couldNot.addAll(carriers.couldNot());
    }
    long wallNs = clock.getAsLong() - startNs;
    Optional<CpuShares> shares = shares(cpus, wallNs);
    Seen seen =
        new Seen(
            wallNs,
            tally.families(),
            shares,
            cgroup.cpuQuotaCpus().orElse(OptionalDouble.empty()),
            since(throttled),
            wakes(slice),
            parked);
    Outcome outcome = conclude(seen, cutShort, ofCarriers);
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return outcome;
  }

  private static Outcome blind(String reason, String remedy) {
    return new Outcome(
        new ExaminationRecord(
            Status.UNAVAILABLE,
            reason + " (" + remedy + ")",
            "could not look: " + reason,
            List.of(),
            List.of()),
        List.of());
  }

  private void look() {
    tally.look(Set.of(pid));
    looks++;
  }

  private @Nullable WakeSlice slice(Reading<CpuReading> cpus) {
    if (WakeTrace.program() instanceof Reading.Unavailable<Path>(String reason, String remedy)) {
      couldNot.add(lateness(reason, remedy));
      return null;
    }
    CpuList allowed = cpus.map(CpuReading::allowed).orElse(CpuList.of());
    return allowed.isEmpty()
        ? null
        : new WakeSlice(
            allowed, tally.familyByThread(), Math.min(LONGEST_SLICE_NS, durationNs / 4));
  }

  private static String lateness(String reason, String remedy) {
    return "how late each woken thread ran: "
        + reason
        + " ("
        + remedy
        + "); the run-queue wait tells the mean of it and of waits for a CPU that was taken away";
  }

  /** Looks until the time is over; tells why, when it was before. */
  private Optional<String> watch(long startNs, CarrierWatch carriers) {
    long periodNs = Math.max(THREADS_NS, durationNs / 10);
    periodNs = Math.min(periodNs, Math.max(1, durationNs / FEWEST_LOOKS));
    long endNs = startNs + durationNs;
    long nextNs = startNs + periodNs;
    carriers.look(startNs);
    while (true) {
      long now = clock.getAsLong();
      interrupted |= Thread.interrupted();
      if (interrupted) {
        look(); // what was seen so far is of all the time so far
        return Optional.of("interrupted after " + Figures.duration(now - startNs));
      }
      if (now >= nextNs || now >= endNs) {
        Optional<String> gone = gone(now - startNs);
        if (gone.isPresent()) {
          return gone;
        }
        look();
        carriers.seldom(clock.getAsLong());
        nextNs = Math.max(nextNs + periodNs, clock.getAsLong());
      }
      if (now >= endNs) {
        return Optional.empty();
      }
      boolean often = carriers.isWorthwhile();
      if (often) {
        carriers.look(clock.getAsLong());
      }
      long untilNs = Math.min(nextNs, endNs) - clock.getAsLong();
      LockSupport.parkNanos(
          this, Math.max(1, Math.min(untilNs, often ? CARRIERS_NS : LONGEST_SLEEP_NS)));
    }
  }

  /** Why there is nothing more to see. */
  private Optional<String> gone(long elapsedNs) {
    return switch (ProcessState.of(root, pid).orElse(ProcessState.ENDED)) {
      case ALIVE -> Optional.empty();
      case STOPPED ->
          Optional.of(
              "the process is stopped, and no thread of it runs (let it go on with SIGCONT, or end"
                  + " the debugger, and diagnose again)");
      case ENDED -> Optional.of("the process ended after " + Figures.duration(elapsedNs));
    };
  }

  private Optional<CpuShares> shares(Reading<CpuReading> before, long wallNs) {
    if (before instanceof Reading.Value<CpuReading>(CpuReading first)
        && CpuReading.of(root, pid) instanceof Reading.Value<CpuReading>(CpuReading last)) {
      return last.since(first, root, tally.all().onCpuNs(), wallNs);
    }
    couldNot.add("who else uses its CPUs, and steal: /proc/stat cannot be read (mount /proc)");
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
    if (before
        instanceof Reading.Unavailable<Map<Path, Throttling>>(String reason, String remedy)) {
      couldNot.add("throttling by a quota: " + reason + " (" + remedy + ")");
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
      case Reading.Value<Map<ThreadFamily, WakeWaits>>(Map<ThreadFamily, WakeWaits> waits) -> waits;
      case Reading.Unavailable<Map<ThreadFamily, WakeWaits>>(String reason, String remedy) -> {
        couldNot.add(lateness(reason, remedy));
        yield Map.of();
      }
    };
  }

  private Outcome conclude(Seen seen, Optional<String> cutShort, List<String> ofCarriers) {
    if (!tally.isScheduled()) {
      couldNot.add(
          "run-queue wait: the kernel does not count it (use a kernel with CONFIG_SCHED_INFO, or"
              + " sysctl kernel.task_delayacct=1)");
    }
    tally
        .uncounted()
        .map((Reading.Unavailable<ThreadMigrations> none) ->
            "all moves from CPU to CPU: "
                + none.reason()
                + " ("
                + none.remedy()
                + "); those seen at a look are counted, which are far too few")
        .ifPresent(couldNot::add);
    List<ResourceFinding> findings = SchedulerJudge.findings(seen);
    List<String> lookedAt = new ArrayList<>(LookedAt.of(seen, looks));
    lookedAt.addAll(ofCarriers);
    Optional<String> reason =
        cutShort.or(
            () -> tally.isScheduled() ? Optional.empty() : Optional.of("could not look at waits"));
    return new Outcome(
        new ExaminationRecord(
            reason.isPresent() ? Status.PARTIAL : Status.DONE,
            reason.orElse(null),
            summary(findings, reason),
            lookedAt,
            couldNot),
        findings);
  }

  private static String summary(List<ResourceFinding> findings, Optional<String> reason) {
    String partly = reason.map(why -> "; " + why).orElse("");
    if (findings.isEmpty()) {
      return reason.isEmpty()
          ? "threads get their CPUs, and no carrier was seen to sleep while work was queued"
          : "nothing found in what was looked at" + partly;
    }
    ResourceFinding first = findings.getFirst();
    return Figures.count(findings.size(), "finding")
        + ", first: "
        + first.title()
        + " ("
        + first.severity().words()
        + ")"
        + partly;
  }
}
