package dev.foliot.judgement;

import dev.foliot.bench.NanoClock;
import dev.foliot.bench.Phase;
import dev.foliot.linux.CpuTimes;
import dev.foliot.linux.ProcStat;
import dev.foliot.linux.Reading;
import dev.foliot.linux.cgroup.Cgroup;
import dev.foliot.linux.cgroup.Throttling;
import dev.foliot.linux.machine.TimerSlack;
import dev.foliot.linux.proc.SchedStat;
import dev.foliot.linux.proc.ThreadStatus;
import dev.foliot.linux.reason.ProcessReason;
import dev.foliot.linux.reason.ProcessReason.KernelFigure;
import dev.foliot.store.KernelView;
import dev.foliot.text.Reason;
import dev.foliot.text.RunReason;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads the kernel's figures for a fork's measuring threads, from outside. It reads at the start
 * and the end of the measured load, when the fork reports them. One thread.
 */
public final class KernelWatch {
  private static final Path ROOT = Path.of("/");

  private final long pid;
  private final Set<Long> threads = new LinkedHashSet<>();
  private final List<Reason> unavailable = new ArrayList<>();
  private @Nullable Look start;
  private @Nullable Look end;

  /** Watches a process; its threads are added later. */
  public KernelWatch(long pid) {
    this.pid = pid;
  }

  /** One reading of all figures. */
  private record Look(
      long nanoTime,
      Map<Long, Reading<SchedStat>> sched,
      Map<Long, Reading<ThreadStatus>> status,
      Reading<CpuTimes> cpu,
      Reading<Throttling> throttling) {}

  /**
   * Adds a thread to watch. Sets its timer slack to 1 ns: a parked thread then wakes on time
   * instead of 50 us late.
   */
  public void thread(long osThreadId) {
    threads.add(osThreadId);
    value(TimerSlack.writeNs(ROOT, osThreadId, 1), KernelFigure.TIMER_SLACK, unavailable);
  }

  /** Takes a reading if the measured load begins or ends. */
  public void phase(Phase phase) {
    if (phase == Phase.MEASURE) {
      start = look();
    } else if (phase == Phase.MEASURED) {
      end = look();
    }
  }

  private Look look() {
    Map<Long, Reading<SchedStat>> sched = new LinkedHashMap<>();
    Map<Long, Reading<ThreadStatus>> status = new LinkedHashMap<>();
    for (long tid : threads) {
      sched.put(tid, SchedStat.of(ROOT, pid, tid));
      status.put(tid, ThreadStatus.of(ROOT, pid, tid));
    }
    return new Look(
        NanoClock.system().nanoTime(),
        sched,
        status,
        ProcStat.of(ROOT).map(ProcStat::all),
        new Cgroup(ROOT, pid).throttling());
  }

  /** Returns the figures; missing ones are named with their reasons. */
  public KernelView view() {
    Look from = start;
    Look to = end;
    if (from == null || to == null) {
      return KernelView.none(List.of(new RunReason.ForkNotMeasured()));
    }
    List<Long> waits = waitsNs(from, to);
    Long waitNs = waits.isEmpty() ? null : waits.stream().mapToLong(Long::longValue).sum();
    Double mostWaitNs =
        waits.isEmpty() ? null : (double) waits.stream().mapToLong(Long::longValue).max().orElse(0);
    Long involuntary = switches(from, to, true, unavailable);
    Long voluntary = switches(from, to, false, unavailable);
    Double steal =
        value(
            both(from.cpu(), to.cpu(), (a, b) -> b.stealShareSince(a)),
            KernelFigure.STEAL,
            unavailable);
    Throttling throttled =
        value(
            both(from.throttling(), to.throttling(), (a, b) -> Reading.of(b.since(a))),
            KernelFigure.THROTTLING,
            unavailable);
    List<Reason> reasons = sorted(unavailable);
    double spanNs = Math.max(1, to.nanoTime() - from.nanoTime());
    return new KernelView(
        mostWaitNs == null ? null : mostWaitNs / spanNs,
        waitNs,
        involuntary,
        voluntary,
        steal,
        throttled == null ? null : throttled.throttledNs(),
        throttled == null ? null : throttled.periods(),
        reasons);
  }

  /** Sorts by text and removes duplicates. */
  private static List<Reason> sorted(List<Reason> reasons) {
    Map<String, Reason> byText = new TreeMap<>();
    reasons.forEach(reason -> byText.putIfAbsent(reason.text(), reason));
    return List.copyOf(byText.values());
  }

  /** The wait of each thread for a CPU; the verdict uses the longest. */
  private List<Long> waitsNs(Look from, Look to) {
    List<Long> waits = new ArrayList<>();
    for (long tid : to.sched().keySet()) {
      SchedStat since =
          value(
              both(get(from.sched(), tid), get(to.sched(), tid), (a, b) -> Reading.of(b.since(a))),
              KernelFigure.RUN_QUEUE_WAIT,
              unavailable);
      if (since != null) {
        waits.add(since.runQueueWaitNs());
      }
    }
    return waits;
  }

  private @Nullable Long switches(
      Look from, Look to, boolean involuntary, List<Reason> unavailable) {
    Long sum = null;
    for (long tid : to.status().keySet()) {
      Long since =
          value(
              both(
                  get(from.status(), tid),
                  get(to.status(), tid),
                  (a, b) ->
                      Reading.of(
                          involuntary
                              ? b.involuntarySwitches() - a.involuntarySwitches()
                              : b.voluntarySwitches() - a.voluntarySwitches())),
              KernelFigure.CONTEXT_SWITCHES,
              unavailable);
      if (since != null) {
        sum = (sum == null ? 0 : sum) + since;
      }
    }
    return sum;
  }

  private static <T> Reading<T> get(Map<Long, Reading<T>> readings, long tid) {
    return readings.getOrDefault(tid, Reading.unavailable(new ProcessReason.ThreadTooNew()));
  }

  @FunctionalInterface
  private interface Difference<T, U> {
    Reading<U> of(T before, T after);
  }

  private static <T, U> Reading<U> both(
      Reading<T> before, Reading<T> after, Difference<T, U> difference) {
    return switch (before) {
      case Reading.Unavailable<T> none -> none.retyped();
      case Reading.Value<T>(T a) ->
          switch (after) {
            case Reading.Unavailable<T> none -> none.retyped();
            case Reading.Value<T>(T b) -> difference.of(a, b);
          };
    };
  }

  private static <T> @Nullable T value(
      Reading<T> reading, KernelFigure figure, List<Reason> unavailable) {
    return switch (reading) {
      case Reading.Value<T>(T value) -> value;
      case Reading.Unavailable<T> none -> {
        unavailable.add(new ProcessReason.FigureNotRead(figure, none.why()));
        yield null;
      }
    };
  }
}
