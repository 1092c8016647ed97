package dev.foliot.diagnose.scheduler;

import dev.foliot.diagnose.scheduler.SchedulerExamination.Outcome;
import dev.foliot.hotspot.threads.ThreadFamily;
import dev.foliot.hotspot.threads.ThreadTally;
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
import org.jspecify.annotations.Nullable;

/** One examination, from the first look to what came out. For one thread, once. */
final class SchedulerRun {
  private static final long MS = 1_000_000;

  /** Between looks at all threads, unless there were too few then; they cost most. */
  private static final long THREADS_NS = 2_000 * MS;

  private static final int FEWEST_LOOKS = 4;

  /** How long an idle examination sleeps at once; an interrupt wakes it. */
  private static final long LONGEST_SLEEP_NS = 100 * MS;

  private static final long LONGEST_SLICE_NS = 500 * MS;

  private final Path root;
  private final long pid;
  private final long durationNs;
  private final WatchClock clock;
  private final ThreadTally tally;
  private final Cgroup cgroup;
  private final List<String> couldNot = new ArrayList<>();
  private int looks;
  private long firstLookNs;
  private long lastLookNs;
  private boolean interrupted;
  private Optional<String> cutTrace = Optional.empty();

  /** Why no wake-up was traced. */
  private Optional<String> untraced = Optional.empty();

  SchedulerRun(Path root, long pid, long durationNs, WatchClock clock) {
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
    if (!look()) {
      return blind("process " + pid + " has no thread that can be read", "look at a live process");
    }
    long startNs = clock.nanos();
    Reading<CpuReading> cpus = CpuReading.of(root, pid);
    Reading<Map<Path, Throttling>> throttled = cgroup.throttlingByGroup();
    // a process that has ended no longer tells
    OptionalDouble quotaCpus = cgroup.cpuQuotaCpus().orElse(OptionalDouble.empty());
    WakeSlice slice = slice(cpus);
    Optional<String> cutShort;
    List<Parked> parked;
    List<String> ofQueues;
    try (QueueWatch queues = new QueueWatch(root, pid, clock)) {
      cutShort = watch(startNs, queues);
      parked = queues.end();
      ofQueues = queues.besides();
      couldNot.addAll(queues.couldNot());
    }
    long wallNs = clock.nanos() - startNs;
    Optional<CpuShares> shares = shares(cpus, wallNs);
    Map<String, Throttling> groups = since(throttled);
    Map<ThreadFamily, WakeWaits> wakes = wakes(slice);
    if (Thread.interrupted()) {
      interrupted = true;
      cutShort =
          cutShort.or(
              () -> Optional.of("interrupted after " + Figures.duration(clock.nanos() - startNs)));
    }
    Seen seen =
        new Seen(
            lastLookNs - firstLookNs,
            wallNs,
            tally.families(),
            shares,
            quotaCpus,
            groups,
            wakes,
            parked);
    Outcome outcome = conclude(seen, cutShort, ofQueues);
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
            List.of(),
            ExaminationRecord.Counts.NONE,
            null,
            List.of()),
        List.of());
  }

  /** Looks at all threads; whether there was any. What was done is from the first to the last. */
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

  private @Nullable WakeSlice slice(Reading<CpuReading> cpus) {
    if (WakeTrace.program() instanceof Reading.Unavailable<Path>(String reason, String remedy)) {
      untraced = Optional.of(reason + " (" + remedy + ")");
      return null;
    }
    CpuList allowed = cpus.map(CpuReading::allowed).orElse(CpuList.of());
    if (allowed.isEmpty()) {
      untraced = Optional.of("on which CPUs the process may run is not known (mount /proc)");
      return null;
    }
    return new WakeSlice(
        allowed, tally.familyByThread(), Math.min(LONGEST_SLICE_NS, durationNs / 4));
  }

  /** Looks until the time is over; tells why, when it was before. */
  private Optional<String> watch(long startNs, QueueWatch queues) {
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
        look(); // what was seen so far is of all the time so far
        return Optional.of("interrupted after " + Figures.duration(now - startNs));
      }
      boolean due = now >= nextNs || now >= endNs;
      if (due || now >= aliveNs) {
        Optional<String> gone = gone(now - startNs, due);
        if (gone.isPresent()) {
          return gone;
        }
        aliveNs = now + LONGEST_SLEEP_NS;
      }
      if (due) {
        if (!look()) {
          return Optional.of(ended(now - startNs));
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
   * Why there is nothing more to see. One that is stopped for a moment, as who prints its stacks
   * does, is asked for at looks only.
   */
  private Optional<String> gone(long elapsedNs, boolean due) {
    return switch (ProcessState.of(root, pid).orElse(ProcessState.ENDED)) {
      case ALIVE -> Optional.empty();
      case STOPPED ->
          due
              ? Optional.of(
                  "the process is stopped, and no thread of it runs (let it go on with SIGCONT, or"
                      + " end the debugger, and diagnose again)")
              : Optional.empty();
      case ENDED -> Optional.of(ended(elapsedNs));
    };
  }

  private static String ended(long elapsedNs) {
    return "the process ended after " + Figures.duration(elapsedNs);
  }

  private Optional<CpuShares> shares(Reading<CpuReading> before, long wallNs) {
    if (before instanceof Reading.Value<CpuReading>(CpuReading first)
        && CpuReading.of(root, pid) instanceof Reading.Value<CpuReading>(CpuReading last)) {
      long observedNs = lastLookNs - firstLookNs;
      double own = observedNs <= 0 ? 0 : tally.all().onCpuNs() / (double) observedNs;
      return last.since(first, root, own, wallNs);
    }
    couldNot.add("who else uses its CPUs, and steal: /proc/stat cannot be read (mount /proc)");
    return Optional.empty();
  }

  private Map<String, Throttling> since(Reading<Map<Path, Throttling>> before) {
    Reading<Map<Path, Throttling>> after = cgroup.throttlingByGroup();
    if (before instanceof Reading.Value<Map<Path, Throttling>>(Map<Path, Throttling> first)
        && after instanceof Reading.Value<Map<Path, Throttling>>(Map<Path, Throttling> last)) {
      Map<String, Throttling> added = new LinkedHashMap<>();
      last.forEach(
          (group, now) -> {
            Throttling then = first.get(group);
            if (then != null) {
              added.put(group.toString(), now.since(then));
            }
          });
      return added;
    }
    Reading<Map<Path, Throttling>> none = before instanceof Reading.Value ? after : before;
    if (none instanceof Reading.Unavailable<Map<Path, Throttling>>(String reason, String remedy)) {
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
      case Reading.Value<Traced<ThreadFamily>>(Traced<ThreadFamily> traced) -> {
        cutTrace = traced.partial();
        cutTrace.ifPresent(couldNot::add);
        yield traced.waits();
      }
      case Reading.Unavailable<Traced<ThreadFamily>>(String reason, String remedy) -> {
        untraced = Optional.of(reason + " (" + remedy + ")");
        yield Map.of();
      }
    };
  }

  private Outcome conclude(Seen seen, Optional<String> cutShort, List<String> ofQueues) {
    if (!tally.isScheduled()) {
      couldNot.add(
          "run-queue wait: the kernel does not count it (use a kernel with CONFIG_SCHED_INFO, or"
              + " sysctl kernel.task_delayacct=1)");
      untraced.ifPresent(why -> couldNot.add("how late each woken thread ran: " + why));
    }
    tally
        .uncounted()
        .map(
            (Reading.Unavailable<ThreadMigrations> none) ->
                "all moves from CPU to CPU: "
                    + none.reason()
                    + " ("
                    + none.remedy()
                    + "); those seen at a look are counted, which are far too few")
        .ifPresent(couldNot::add);
    List<ResourceFinding> findings = SchedulerJudge.findings(seen);
    List<String> lookedAt = new ArrayList<>(LookedAt.of(seen, looks));
    if (tally.isScheduled()) {
      untraced.ifPresent(why -> lookedAt.add(meanInsteadOfTrace(why)));
    }
    lookedAt.addAll(ofQueues);
    Optional<String> reason =
        cutShort
            .or(
                () ->
                    tally.isScheduled() ? Optional.empty() : Optional.of("could not look at waits"))
            .or(() -> cutTrace)
            .or(() -> couldNot.stream().findFirst().map(what -> "could not look at " + what));
    return new Outcome(
        new ExaminationRecord(
            reason.isPresent() ? Status.PARTIAL : Status.DONE,
            reason.orElse(null),
            summary(findings, reason),
            lookedAt,
            couldNot,
            ExaminationRecord.Counts.NONE,
            null,
            List.of()),
        findings);
  }

  /** The run-queue wait answers the same question, less sharply: nothing is left open. */
  private static String meanInsteadOfTrace(String why) {
    return "how late each woken thread ran was not traced: "
        + why
        + "; the run-queue wait tells the mean of it and of waits for a CPU that was taken away";
  }

  private static String summary(List<ResourceFinding> findings, Optional<String> reason) {
    String partly = reason.map(why -> "; " + why).orElse("");
    if (findings.isEmpty()) {
      return reason.isEmpty()
          ? "threads get their CPUs, and no carrier or worker was seen to sleep while work was"
              + " queued"
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
