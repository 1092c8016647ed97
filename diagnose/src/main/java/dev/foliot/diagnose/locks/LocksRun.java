package dev.foliot.diagnose.locks;

import dev.foliot.diagnose.clock.NanoClock;
import dev.foliot.diagnose.examination.Outcome;
import dev.foliot.diagnose.reason.ExaminationReason;
import dev.foliot.diagnose.reason.LockReason;
import dev.foliot.diagnose.time.Blocked;
import dev.foliot.diagnose.time.Places;
import dev.foliot.diagnose.time.ThreadObservations;
import dev.foliot.diagnose.time.TimeTally;
import dev.foliot.hotspot.code.JavaFrame;
import dev.foliot.hotspot.locks.LockSample;
import dev.foliot.hotspot.locks.ThreadSample;
import dev.foliot.hotspot.locks.VirtualSample;
import dev.foliot.hotspot.locks.Wait;
import dev.foliot.hotspot.pool.PoolSampler;
import dev.foliot.linux.Reading;
import dev.foliot.linux.proc.SchedStat;
import dev.foliot.store.diagnosis.FindingKind;
import dev.foliot.store.diagnosis.ResourceFinding;
import dev.foliot.text.Examined;
import dev.foliot.text.Reason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * One examination, from the first sample to the result. For one thread, once. A long file, since
 * the parts of a sample are read in an order that keeps them consistent.
 */
final class LocksRun {
  private static final long MS = 1_000_000;
  private static final long OFTEN_NS = 50 * MS;
  private static final long SELDOM_NS = 250 * MS;

  /** Long examinations take no more samples than this. */
  private static final int USUAL_SAMPLES = 400;

  /** With fewer samples at the end of the time it goes on. */
  private static final int WANTED_SAMPLES = 15;

  /** Of the time. */
  private static final double LONGEST = 1.7;

  /** Samples may cost one part in this many of the time. */
  private static final int PART = 40;

  /** The typical cost of a sample moves by this part of each difference. */
  private static final int SMOOTHING = 8;

  /** A sample counts at most this many times that cost: a longer one has lost its CPU. */
  private static final int MOST_TIMES = 4;

  /** The assumed cost of the first sample, which also reads what never changes. */
  private static final long FIRST_NS = MS;

  /** The number of stacks that are read for one sample. */
  private static final int MOST_STACKS = 64;

  /** Threads on a CPU that are sampled at a time. */
  private static final int MOST_SAMPLED = 24;

  /** A carrier that is blocked for a shorter time is not pinned. */
  private static final long PIN_NS = 2 * MS;

  /** A shorter pause is not worth the events. */
  private static final long SHORTEST_WINDOW_NS = 10 * MS;

  /** Threads whose figures are read in each sample, and at the beginning and the end. */
  private static final int SCHEDULED_EACH = 16;

  /** In the time of an examination. */
  private static final int VIRTUAL_SAMPLES = 6;

  private static final int MOST_SCHEDULED = 4_000;
  private static final double NS_PER_S = 1e9;

  /** The others are left to threads whose stack is not known yet. */
  private static final int MOST_REREAD = MOST_STACKS / 2;

  /** A stack is read again after this time, even if the thread seems not to have moved. */
  private static final long STACK_NS = 1_000 * MS;

  /** In fewer samples, what lasts half of the time is not in enough of them for a finding. */
  static final int ENOUGH_SAMPLES =
      (int)
          Math.ceil(
              LocksJudge.FEWEST_SAMPLES
                  / FindingKind.EXHAUSTED_POOL.thresholds().getFirst().high());

  private final LockTarget target;
  private final NanoClock clock;
  private final long durationNs;
  private final LockTally tally;
  private Map<Long, Stack> stacks = new HashMap<>();
  private final KnownStacks known = new KnownStacks();
  private final SplittableRandom jitter = new SplittableRandom(1);
  private final Map<Long, Boolean> ownTasks = new HashMap<>();
  private final TimeTally time = new TimeTally();
  private LockSample last = new LockSample(List.of(), 0);
  private Optional<LockTarget.ThreadCounts> firstCounts = Optional.empty();
  private long firstCountsNs;
  private int nextScheduled;
  private final ServerThreads servers = new ServerThreads();
  private Optional<Reason> unsampled = Optional.empty();
  private Optional<Reason> withoutPools = Optional.empty();
  private Optional<Reason> withoutFinalizers = Optional.empty();
  private Map<String, Integer> unread = Map.of();
  private Optional<Reason> withoutVirtuals = Optional.empty();
  private Optional<Reason> missingVirtuals = Optional.empty();
  private long nextVirtualsNs = Long.MIN_VALUE;
  private boolean hasPools;
  private boolean hasLengths;
  private int unasked;
  private long costNs = FIRST_NS;

  /** The time that the first sample took. */
  private long firstNs;

  LocksRun(LockTarget target, NanoClock clock, long durationNs) {
    this.target = target;
    this.clock = clock;
    this.durationNs = durationNs;
    tally = new LockTally(target.feature());
  }

  /** A stack that was read once. */
  private record Stack(
      ThreadSample.Exit exit, long waitId, long ns, List<JavaFrame> frames, boolean forUnbegun) {
    boolean isOf(ThreadSample thread) {
      return exit.equals(thread.exit()) && waitId == thread.awaited().map(Wait::id).orElse(0L);
    }
  }

  Outcome<ResourceFinding> run() {
    long startNs = clock.nanos();
    long periodNs = Math.clamp(durationNs / USUAL_SAMPLES, OFTEN_NS, SELDOM_NS);
    Optional<Reason> cutShort = Optional.empty();
    boolean interrupted = false;
    while (cutShort.isEmpty() && isWanted(clock.nanos() - startNs)) {
      long beforeNs = clock.nanos();
      sample(beforeNs);
      long tookNs = clock.nanos() - beforeNs;
      firstNs = firstNs == 0 ? tookNs : firstNs;
      costNs += (Math.min(tookNs, MOST_TIMES * costNs) - costNs) / SMOOTHING;
      cutShort = ExaminationReason.gone(target.state(), clock.nanos() - startNs);
      if (cutShort.isEmpty()) {
        long leftNs = durationNs - (clock.nanos() - startNs);
        // a program that repeats itself must not be met at the same point each time
        long pauseNs = (long) (pauseNs(periodNs, tookNs) * jitter.nextDouble(0.5, 1.5));
        pause(leftNs > 0 ? Math.min(leftNs, pauseNs) : pauseNs);
      }
      if (Thread.interrupted()) {
        interrupted = true;
        cutShort =
            Optional.of(new ExaminationReason.ExaminationInterrupted(clock.nanos() - startNs));
      }
    }
    Outcome<ResourceFinding> outcome = conclude(cutShort);
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return outcome;
  }

  /**
   * On a busy machine it goes on for a while, until there are enough samples. The first one, which
   * also reads the JVM's classes and finds its pools, may take seconds there: they do not count.
   */
  private boolean isWanted(long elapsedNs) {
    return elapsedNs < durationNs
        || (tally.samples() < WANTED_SAMPLES && elapsedNs - firstNs < LONGEST * durationNs);
  }

  /** A pause that keeps to the cost, as far as it leaves enough samples. */
  private long pauseNs(long periodNs, long tookNs) {
    long longestNs = Math.max(periodNs, durationNs / WANTED_SAMPLES);
    return Math.max(periodNs - tookNs, Math.min(PART * Math.max(1, costNs), longestNs));
  }

  /** Waits, and samples what threads do on a CPU meanwhile. */
  private void pause(long pauseNs) {
    long endNs = clock.nanos() + pauseNs;
    List<ThreadSample> busy =
        last.threads().stream().filter(this::mayRun).limit(MOST_SAMPLED).toList();
    if (pauseNs >= SHORTEST_WINDOW_NS && !busy.isEmpty()) {
      target
          .onCpu(busy, Duration.ofNanos(pauseNs - SHORTEST_WINDOW_NS / 2))
          .forEach(one -> time.ran(one.tid(), one.stack()));
    }
    long leftNs = endNs - clock.nanos();
    if (leftNs > 0 && !Thread.currentThread().isInterrupted()) {
      clock.await(leftNs);
    }
  }

  /** Threads that ran at the last sample, or did native work. */
  private boolean mayRun(ThreadSample thread) {
    return thread.state() == ThreadSample.State.RUNNING
        || (thread.state() == ThreadSample.State.NATIVE && time.runs(thread.tid()));
  }

  private void sample(long ns) {
    switch (target.finalizers()) {
      case Reading.Unavailable<Long> none -> withoutFinalizers = Optional.of(none.why());
      case Reading.Value<Long>(Long objects) -> {
        hasLengths = true;
        tally.addFinalizers(ns, objects);
      }
    }
    // the queues first: a task taken in between is then in the hands of a worker that runs
    List<LockTarget.PoolNow> pools = pools();
    switch (target.sample()) {
      case Reading.Unavailable<LockSample> none -> unsampled = Optional.of(none.why());
      case Reading.Value<LockSample>(LockSample sample) -> {
        unasked = Math.max(unasked, sample.unasked());
        Looked looked = new Looked(ns, sample);
        tally.add(ns, sample, pools, looked);
        group(sample, pools);
        time.add(ns, sample, looked);
        schedule(sample, SCHEDULED_EACH);
        if (tally.samples() == 1) {
          firstCounts = target.counts();
          firstCountsNs = ns;
          schedule(sample, MOST_SCHEDULED);
          time.natives(clock.nanos(), target.natives(sample));
        }
        virtuals(ns);
        last = sample;
        stacks = looked.kept;
      }
    }
  }

  /** Samples virtual threads, some times in all: each may cost tens of milliseconds of CPU. */
  private void virtuals(long ns) {
    if (!tally.hasCarriers() || withoutVirtuals.isPresent() || ns < nextVirtualsNs) {
      return;
    }
    nextVirtualsNs = ns + durationNs / VIRTUAL_SAMPLES;
    switch (target.virtualThreads()) {
      case Reading.Unavailable<VirtualSample> none -> withoutVirtuals = Optional.of(none.why());
      case Reading.Value<VirtualSample>(VirtualSample virtuals) -> {
        time.virtuals(virtuals);
        missingVirtuals = missingVirtuals.or(virtuals::limit);
      }
    }
  }

  /** The threads of a pool are one group. */
  private void group(LockSample sample, List<LockTarget.PoolNow> pools) {
    if (pools.isEmpty()) {
      return;
    }
    Map<Long, ThreadSample> byTid = new HashMap<>();
    sample.threads().forEach(thread -> byTid.put(thread.tid(), thread));
    for (LockTarget.PoolNow pool : pools) {
      time.pool(pool.tids().stream().map(byTid::get).filter(Objects::nonNull).toList());
    }
  }

  /** Reads the kernel's figures of some threads, in turn. */
  private void schedule(LockSample sample, int most) {
    int size = sample.threads().size();
    for (int i = 0; i < Math.min(most, size); i++) {
      long tid = sample.threads().get(nextScheduled++ % size).tid();
      target.scheduled(tid).ifPresent(sched -> time.scheduled(tid, clock.nanos(), sched));
    }
  }

  /** What all threads did. */
  private ThreadObservations threads() {
    schedule(last, MOST_SCHEDULED);
    time.natives(clock.nanos(), target.natives(last));
    Optional<LockTarget.ThreadCounts> now = target.counts();
    if (firstCounts.isEmpty() || now.isEmpty()) {
      return time.end(-1, 0);
    }
    LockTarget.ThreadCounts first = firstCounts.get();
    double ns = Math.max(1, clock.nanos() - firstCountsNs);
    return time.end(
        now.get().stoppedNs() < 0 ? -1 : (now.get().stoppedNs() - first.stoppedNs()) / ns,
        (now.get().started() - first.started()) * NS_PER_S / ns);
  }

  private List<LockTarget.PoolNow> pools() {
    return switch (target.pools()) {
      case Reading.Unavailable<LockTarget.Pools> none -> {
        withoutPools = Optional.of(none.why());
        yield List.of();
      }
      case Reading.Value<LockTarget.Pools>(LockTarget.Pools pools) -> {
        hasPools = true;
        unread = pools.unread();
        yield pools.pools();
      }
    };
  }

  /** The stacks of one sample; those of threads that have not moved are read once. */
  private final class Looked implements LockTally.Stacks {
    private final long ns;
    private final LockSample sample;
    private final Map<Long, Stack> kept = new HashMap<>();

    /** What free threads of servers' pools wait for in this sample. */
    private final Set<Long> freeWaits = new HashSet<>();

    /** Carriers that ran between two looks at this sample. */
    private final Set<Long> shortPins = new HashSet<>();

    private boolean arePinsRead;
    private int read;

    Looked(long ns, LockSample sample) {
      this.ns = ns;
      this.sample = sample;
    }

    @Override
    public Optional<Blocked> blocked(ThreadSample thread) {
      if (thread.state() == ThreadSample.State.RUNNING) {
        return Optional.empty();
      }
      return stack(thread).flatMap(stack -> Blocked.of(thread, stack.frames(), stack.forUnbegun()));
    }

    /** A worker that does not move still waits for the same. */
    @Override
    public boolean isForOwnTask(LockTarget.PoolNow pool, ThreadSample worker) {
      Wait wait = worker.awaited().orElse(null);
      Stack stack = stack(worker).orElse(null);
      if (wait == null || stack == null) {
        return false;
      }
      if (stack.ns() == ns || !ownTasks.containsKey(worker.id())) {
        ownTasks.put(worker.id(), target.isForTaskOf(pool, wait));
      }
      return ownTasks.getOrDefault(worker.id(), false);
    }

    @Override
    public boolean isWorker(LockTarget.PoolNow pool, ThreadSample thread) {
      return !pool.kind().isOfServer() || !isFree(thread);
    }

    /** Idle threads of a pool wait for the same object, so one stack tells of all. */
    private boolean isFree(ThreadSample thread) {
      long wait = thread.awaited().map(Wait::id).orElse(0L);
      if (wait != 0 && freeWaits.contains(wait)) {
        return true;
      }
      boolean isFree = ServerThreads.isFree(frames(thread));
      if (isFree && wait != 0) {
        freeWaits.add(wait);
      }
      return isFree;
    }

    @Override
    public Map<Long, PoolSampler.Worker> workers(LockTarget.PoolNow pool) {
      if (!pool.kind().isOfServer()) {
        return target.workers(pool);
      }
      Set<Long> members = Set.copyOf(pool.tids());
      Map<Long, PoolSampler.Worker> workers = new HashMap<>();
      for (ThreadSample thread : sample.threads()) {
        if (members.contains(thread.tid())) {
          boolean isFree = isFree(thread);
          boolean isRunning = thread.state() == ThreadSample.State.RUNNING;
          if (isFree || isRunning || !frames(thread).isEmpty()) {
            workers.put(thread.tid(), servers.worker(thread, isFree));
          }
        }
      }
      return workers;
    }

    /** Two looks with {@link #PIN_NS} between them, at all carriers together. */
    @Override
    public boolean isLong(ThreadSample carrier) {
      if (!arePinsRead) {
        arePinsRead = true;
        Map<Long, SchedStat> before = new HashMap<>();
        for (ThreadSample thread : sample.threads()) {
          if (thread.isMounted() && thread.state() != ThreadSample.State.RUNNING) {
            target.scheduled(thread.tid()).ifPresent(now -> before.put(thread.tid(), now));
          }
        }
        if (!before.isEmpty()) {
          clock.await(PIN_NS);
          before.forEach((tid, then) ->
              target
                  .scheduled(tid)
                  .filter(now -> now.timeslices() != then.timeslices())
                  .ifPresent(now -> shortPins.add(tid)));
        }
      }
      return !shortPins.contains(carrier.tid());
    }

    @Override
    public List<JavaFrame> frames(ThreadSample thread) {
      return stack(thread).map(Stack::frames).orElse(List.of());
    }

    @Override
    public String place(ThreadSample thread) {
      return stack(thread).map(stack -> Places.yours(stack.frames())).orElse("");
    }

    /** Once this sample has read enough stacks: the one before, or none if the thread has moved. */
    private Optional<Stack> stack(ThreadSample thread) {
      if (!thread.exit().isKnown()) {
        return Optional.empty();
      }
      Stack now = kept.get(thread.id());
      if (now != null) {
        return Optional.of(now);
      }
      Stack before = stacks.get(thread.id());
      boolean isSame = before != null && before.isOf(thread);
      if (!isSame && read == MOST_STACKS) {
        return Optional.empty();
      }
      if (before == null || !isSame || (ns - before.ns() >= STACK_NS && read < MOST_REREAD)) {
        read++;
        List<JavaFrame> frames = target.stack(thread);
        before =
            new Stack(
                thread.exit(),
                thread.awaited().map(Wait::id).orElse(0L),
                ns,
                frames.isEmpty() ? known.of(thread) : known.keep(thread, frames),
                thread.awaited().map(target::isForUnbegunTask).orElse(false));
      }
      kept.put(thread.id(), before);
      return Optional.of(before);
    }
  }

  private Outcome<ResourceFinding> conclude(Optional<Reason> cutShort) {
    if (tally.samples() == 0) {
      Reason why = cutShort.or(() -> unsampled).orElse(new LockReason.SamplesFew(0));
      return Outcome.unavailable(why, why);
    }
    List<Reason> limits = new ArrayList<>();
    if (tally.samples() < ENOUGH_SAMPLES) {
      limits.add(new LockReason.SamplesFew(tally.samples()));
    }
    if (unasked > 0) {
      limits.add(new LockReason.ThreadsUnsampled(unasked));
    }
    if (!hasPools) {
      withoutPools.ifPresent(
          why -> limits.add(new ExaminationReason.NotExamined(Examined.BLOCKED_POOLS, "", why)));
    }
    new TreeMap<>(unread)
        .forEach((queue, count) -> {
          if (LocksReport.canHoldTasks(queue)) {
            limits.add(new LockReason.PoolQueueUnread(count, queue));
          }
        });
    if (!hasLengths) {
      withoutFinalizers.ifPresent(
          why -> limits.add(new ExaminationReason.NotExamined(Examined.FINALIZER_QUEUE, "", why)));
    }
    withoutVirtuals
        .or(() -> missingVirtuals)
        .ifPresent(why ->
            limits.add(new ExaminationReason.NotExamined(Examined.VIRTUAL_THREADS, "", why)));
    ThreadObservations threads = threads();
    return LocksReport.of(tally.end(), threads, target.withoutOnCpu(), cutShort, limits)
        .with(
            Outcome.Besides.of(
                threads.time(), finding -> ThreadNames.added(finding, threads.started())));
  }
}
