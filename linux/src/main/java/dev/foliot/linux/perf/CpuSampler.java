package dev.foliot.linux.perf;

import dev.foliot.linux.Reading;
import dev.foliot.linux.UnreadableException;
import dev.foliot.linux.proc.SchedStat;
import dev.foliot.linux.proc.Stopwatch;
import dev.foliot.linux.reason.SystemReason;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;

/**
 * Samples where threads spend their CPU time, from outside (perf_event_open(2)). It samples each
 * thread at even distances of cycles, if the processor's counters work. Otherwise it uses even
 * distances of CPU time, by the software event cpu-clock of every Linux. A timer may fire late
 * while interrupts are off, and some instructions behind.
 *
 * <p>It leaves no event and no mapping behind, whatever happens. An interrupted caller returns at
 * once without a value, and stays interrupted. Safe for any thread.
 */
public final class CpuSampler {
  private static final int MOST_PER_SECOND = 10_000;

  /** Each has a descriptor and a ring of at least two pages. */
  private static final int MOST_THREADS = 512;

  private static final int FEW_THREADS = 32;

  /** Fewer samples than a quarter of the number expected from CPU time indicate a fault. */
  private static final int FEWEST_OF_EXPECTED = 4;

  private static final int MOST_SAMPLES_OF_A_THREAD = 1 << 20;
  private static final long LONGEST_SLICE_NS = 100_000_000;
  private static final long LEAST_RING_BYTES = 4096;

  /** The frames of a hundred methods or so. */
  private static final int STACK_BYTES = 4096;

  private final PerfSession session;
  private final RegisterSet set = RegisterSet.ofThisMachine();
  private final SampleClock clock;
  private final With with;
  private final PerfSampling sampling;
  private final List<Watch> watches = new ArrayList<>();

  /** One thread's event. */
  private record Watch(int tid, int descriptor, PerfRing ring, SampleSink sink) {}

  /**
   * A sample of a thread on a CPU.
   *
   * @param tid the thread
   * @param ip the position of its user code; for a thread in the kernel, its entry
   * @param kernel whether the thread was in the kernel
   * @param registers its user-mode registers; empty if not requested, or if the kernel had none
   */
  public record Sample(int tid, long ip, boolean kernel, UserRegisters registers) {
    /** A sample without registers. */
    public Sample(int tid, long ip, boolean kernel) {
      this(tid, ip, kernel, UserRegisters.NONE);
    }
  }

  /**
   * The samples of a window.
   *
   * @param clock the event that sets the distances
   * @param precise whether the exact instruction was requested
   * @param samples the samples of each thread, in order
   * @param lost the number dropped for lack of room
   */
  public record Samples(PerfEvent clock, boolean precise, List<Sample> samples, long lost) {
    /** Copies the samples. */
    public Samples {
      samples = List.copyOf(samples);
    }
  }

  /**
   * A thread on a CPU, with the top of its stack.
   *
   * @param tid the thread
   * @param kernel whether the thread was in the kernel
   * @param registers its user-mode registers; empty if the kernel had none
   * @param stack a copy of its stack from the stack pointer up
   */
  @SuppressWarnings("ArrayRecordComponent") // Made for one caller, who hands it on.
  public record StackSample(int tid, boolean kernel, UserRegisters registers, byte[] stack) {}

  /** What each sample has besides its place. */
  private enum With {
    NOTHING,
    REGISTERS,
    STACK
  }

  private CpuSampler(PerfSession session, SampleClock clock, With with) {
    this.session = session;
    this.clock = clock;
    this.with = with;
    this.sampling =
        switch (with) {
          case NOTHING -> clock.sampling(set);
          case REGISTERS -> clock.samplingRegisters(set);
          case STACK -> PerfSampling.stack(set, clock.counts(), STACK_BYTES);
        };
  }

  /**
   * Samples threads of process {@code pid} for a window, {@code perSecond} times per second of CPU
   * time. With cycles, this rate is for a processor with 2.5 GHz; a faster one gives more. Ended
   * threads are left out. With more than 512 threads, or too little locked memory for a ring each,
   * it samples those with the most CPU time so far. Without the right to watch the kernel
   * (perf_event_paranoid of 1 or less, or CAP_PERFMON), time in the kernel gives no samples.
   *
   * @param root root of the kernel's files, usually "/"
   * @param tids threads of that process, at least one; others are left out
   * @param window above 0, at most an hour
   * @param perSecond from 1 to 10,000
   */
  public static Reading<Samples> sample(
      Path root, long pid, Collection<Integer> tids, Duration window, int perSecond) {
    Set<Integer> threads = Watchpoints.checkedThreads(tids);
    long windowNs = Watchpoints.checkedNs(window);
    requireRate(perSecond);
    List<Integer> order = busiestFirst(root, pid, threads);
    Optional<SampleClock> cycles = SampleClock.cycles(root, perSecond);
    if (cycles.isPresent()) {
      long before = cpuNs(root, pid, order);
      Reading<Samples> counted = sample(root, pid, order, windowNs, cycles.get());
      long expected = (cpuNs(root, pid, order) - before) / cycles.get().periodNs();
      if (isEnough(counted, expected) || Thread.currentThread().isInterrupted()) {
        return counted;
      }
    }
    return sample(root, pid, order, windowNs, SampleClock.cpuClock(perSecond));
  }

  /**
   * Like {@link #sample}, by CPU time and with all user-mode registers. They show what a thread
   * does at an instruction.
   */
  public static Reading<Samples> sampleRegisters(
      Path root, long pid, Collection<Integer> tids, Duration window, int perSecond) {
    return byCpuTime(root, pid, tids, window, perSecond, With.REGISTERS, CpuSampler::results);
  }

  /** Like {@link #sampleRegisters}, with the top of the stack, 4 kB of it. */
  public static Reading<List<StackSample>> sampleStacks(
      Path root, long pid, Collection<Integer> tids, Duration window, int perSecond) {
    return byCpuTime(root, pid, tids, window, perSecond, With.STACK, CpuSampler::stacks);
  }

  private static <T> Reading<T> byCpuTime(
      Path root,
      long pid,
      Collection<Integer> tids,
      Duration window,
      int perSecond,
      With with,
      Function<CpuSampler, T> results) {
    Set<Integer> threads = Watchpoints.checkedThreads(tids);
    long windowNs = Watchpoints.checkedNs(window);
    requireRate(perSecond);
    return PerfSession.run(
        root,
        session -> {
          CpuSampler sampler = new CpuSampler(session, SampleClock.cpuClock(perSecond), with);
          sampler.take(pid, busiestFirst(root, pid, threads), windowNs);
          return results.apply(sampler);
        });
  }

  private static void requireRate(int perSecond) {
    Watchpoints.require(
        perSecond >= 1 && perSecond <= MOST_PER_SECOND, "1 to 10,000 a second: " + perSecond);
  }

  /** Where others use the counters as well, there can be too few samples of cycles. */
  static boolean isEnough(Reading<Samples> counted, long expected) {
    return counted
        .map(taken -> (taken.samples().size() + taken.lost()) * FEWEST_OF_EXPECTED >= expected)
        .orElse(false);
  }

  private static long cpuNs(Path root, long pid, List<Integer> tids) {
    long sum = 0;
    for (int tid : tids) {
      sum += SchedStat.of(root, pid, tid).map(SchedStat::onCpuNs).orElse(0L);
    }
    return sum;
  }

  private static Reading<Samples> sample(
      Path root, long pid, List<Integer> tids, long windowNs, SampleClock clock) {
    return PerfSession.run(
        root,
        session -> {
          CpuSampler sampler = new CpuSampler(session, clock, With.NOTHING);
          sampler.take(pid, tids, windowNs);
          return sampler.results();
        });
  }

  /** By their CPU time since they began; few threads need no order. */
  private static List<Integer> busiestFirst(Path root, long pid, Set<Integer> tids) {
    if (tids.size() <= FEW_THREADS) {
      return List.copyOf(tids);
    }
    Map<Integer, Long> cpuNs = new HashMap<>();
    for (int tid : tids) {
      cpuNs.put(tid, SchedStat.of(root, pid, tid).map(SchedStat::onCpuNs).orElse(0L));
    }
    return tids.stream()
        .sorted(Comparator.comparing((Integer tid) -> cpuNs.getOrDefault(tid, 0L)).reversed())
        .limit(MOST_THREADS)
        .toList();
  }

  private List<StackSample> stacks() {
    return watches.stream()
        .flatMap(watch -> watch.sink().samples().stream())
        .map(one -> new StackSample(one.tid(), one.kernel(), one.registers(), one.stack()))
        .toList();
  }

  private void take(long pid, List<Integer> tids, long windowNs) throws UnreadableException {
    PerfSession.Asked asked = session.ask(clock.event(), true, sampling);
    boolean kernel = session.isAllowed(asked, PerfTarget.thread(tids.getFirst()).withKernel());
    if (!kernel) {
      asked = session.ask(clock.event(), false, sampling);
    }
    for (int tid : tids) {
      PerfTarget thread = PerfTarget.thread(tid);
      if (!open(asked, kernel ? thread.withKernel() : thread)) {
        break;
      }
    }
    // A thread's id may have become another process's before the event was opened.
    Set<Integer> living = session.living(pid);
    watches.removeIf(watch -> !living.contains(watch.tid()));
    if (watches.isEmpty()) {
      throw PerfSession.noneLives(pid);
    }
    watch(windowNs);
  }

  /** Returns false if no room for another thread remains. */
  private boolean open(PerfSession.Asked asked, PerfTarget thread) throws UnreadableException {
    OptionalInt descriptor = session.open(asked, thread);
    if (descriptor.isEmpty()) {
      return true;
    }
    Optional<PerfRing> ring =
        session
            .mapAll(List.of(descriptor.getAsInt()), ringBytes(), LEAST_RING_BYTES)
            .map(List::getFirst);
    if (ring.isEmpty() && watches.isEmpty()) {
      throw PerfSession.noRing();
    }
    ring.ifPresent(present ->
        watches.add(
            new Watch(
                thread.tid(),
                descriptor.getAsInt(),
                present,
                new SampleSink(sampling, set, MOST_SAMPLES_OF_A_THREAD))));
    return ring.isPresent();
  }

  /** Holds twice what a thread gives between two looks into its ring. */
  private long ringBytes() {
    return 2 * (sliceNs() / clock.periodNs() + 1) * sampling.recordBytes();
  }

  /**
   * Half of the time that fills a page of 4 kB, at least 10 ms, and short enough for a waiting
   * caller.
   */
  private long sliceNs() {
    long halfAPage = LEAST_RING_BYTES / 2 / sampling.recordBytes() * clock.periodNs();
    return Math.clamp(halfAPage, LONGEST_SLICE_NS / 10, LONGEST_SLICE_NS);
  }

  private void watch(long windowNs) throws UnreadableException {
    Stopwatch watch = new Stopwatch();
    for (Watch one : watches) {
      session.start(one.descriptor());
    }
    watch.sleepUntil(watch.elapsedNs() + windowNs, sliceNs(), this::drain);
    if (Thread.currentThread().isInterrupted()) {
      throw new UnreadableException(
          new SystemReason.Interrupted(SystemReason.Interruption.WATCHING));
    }
    for (Watch one : watches) {
      session.stop(one.descriptor());
    }
    drain();
  }

  /** Makes room; never an end of the window. */
  private boolean drain() {
    watches.forEach(watch -> watch.ring().drain(watch.sink()));
    return false;
  }

  private Samples results() {
    List<Sample> samples = new ArrayList<>();
    long lost = 0;
    for (Watch watch : watches) {
      lost += watch.sink().lost();
      for (PerfSample sample : watch.sink().samples()) {
        UserRegisters user = sample.registers();
        long ip = user.isEmpty() ? sample.ip() : user.ip();
        samples.add(
            new Sample(
                watch.tid(),
                ip,
                sample.kernel(),
                with == With.REGISTERS ? user : UserRegisters.NONE));
      }
    }
    return new Samples(clock.event(), clock.isExact(), samples, lost);
  }
}
