package dev.foliot.diagnose.scheduler;

import dev.foliot.hotspot.pool.PoolSample;
import dev.foliot.linux.Reading;
import dev.foliot.linux.proc.ThreadState;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Asks the kernel whether a pool's waiting threads sleep. For one pool and one thread.
 *
 * <p>A woken thread without a CPU, or one that waits for a disk or memory, takes the work as soon
 * as it can. A pool with such a thread has no unused sleeper.
 *
 * <p>If the pool identifies its waiting threads, all of these must sleep. Otherwise each of its
 * threads must sleep or run on a CPU: a runnable thread without CPU time since the last check waits
 * for a CPU. CPU time is counted in ticks, so short sleeps beside running threads are not
 * confirmed.
 *
 * <p>With many threads each sample checks only some. That is enough: while no task is taken, a
 * sleeping thread has slept since the work came, or it would have taken it. So after all were
 * checked in turn, all slept at the sample of the first check.
 */
final class SleepCheck implements ParkedIntervals.Sleepers {
  /** In one sample. */
  static final int MOST_ASKED = 32;

  private final PoolThreads source;
  private final Map<Long, Long> onCpu = new HashMap<>();
  private List<Long> members = List.of();
  private List<Long> round = List.of();
  private int next;
  private int living;
  private long roundNs;
  private boolean isShort;

  SleepCheck(PoolThreads source) {
    this.source = source;
  }

  /** Sets all threads of the pool. */
  void members(List<Long> tids) {
    members = tids;
    isShort = false;
  }

  /** Whether the pool has more threads than known. */
  boolean isShort() {
    return isShort;
  }

  @Override
  public void begin() {
    onCpu.clear();
    round = List.of();
  }

  @Override
  public OptionalLong asleepAt(PoolSample look, long ns) {
    boolean named = !look.idle().isEmpty();
    if (round.isEmpty()) {
      round = named ? look.idle() : members;
      next = 0;
      living = 0;
      roundNs = ns;
    }
    int end = Math.min(round.size(), next + MOST_ASKED);
    while (next < end) {
      switch (ask(round.get(next++), named)) {
        case SLEEPS -> living++;
        case HAS_ENDED -> {}
        case MAY_TAKE_IT -> {
          round = List.of();
          return OptionalLong.empty();
        }
      }
    }
    if (next < round.size()) {
      return OptionalLong.empty();
    }
    round = List.of();
    if (!named && living < look.total()) {
      isShort = true;
      return OptionalLong.empty();
    }
    return OptionalLong.of(roundNs);
  }

  private enum Answer {
    SLEEPS,
    HAS_ENDED,
    MAY_TAKE_IT
  }

  private Answer ask(long tid, boolean named) {
    if (!(source.stateOf(tid) instanceof Reading.Value<ThreadState>(ThreadState state))) {
      return named ? Answer.MAY_TAKE_IT : Answer.HAS_ENDED;
    }
    return switch (state) {
      case ASLEEP -> Answer.SLEEPS;
      case RUNNABLE -> !named && isOnCpu(tid) ? Answer.SLEEPS : Answer.MAY_TAKE_IT;
      case BLOCKED, STOPPED -> Answer.MAY_TAKE_IT;
      case ENDED -> named ? Answer.MAY_TAKE_IT : Answer.HAS_ENDED;
    };
  }

  /** Whether it has run since its first check: it is busy, not on its way to the work. */
  private boolean isOnCpu(long tid) {
    if (!(source.onCpuNs(tid) instanceof Reading.Value<Long>(Long now))) {
      return false;
    }
    Long before = onCpu.putIfAbsent(tid, now);
    return before != null && now > before;
  }
}
