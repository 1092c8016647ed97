package dev.foliot.diagnose.scheduler;

import dev.foliot.hotspot.pool.PoolSample;
import dev.foliot.linux.Reading;
import dev.foliot.linux.proc.ThreadState;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Asks the kernel whether the threads of a pool sleep that seem to wait for work. One that was
 * woken and has no CPU yet, or that waits for a disk or for memory, takes the work once it can: a
 * pool with such a thread has nobody who sleeps in vain.
 *
 * <p>Where the pool tells which threads wait for work, all of these must sleep. Where it does not,
 * each of its threads must sleep, or run on a CPU: one that is runnable, and has not been on a CPU
 * since it was asked before, waits for one. What a thread has run is counted at ticks, so beside
 * threads that run very short sleeps are not confirmed.
 *
 * <p>Of many threads some are asked at a look. That is enough: as long as nothing is taken, one
 * that sleeps has slept since the work was there, or it would have taken it. So when all were
 * asked, one after the other, all slept at the look at which the first was asked. For one pool and
 * one thread.
 */
final class SleepCheck implements ParkedIntervals.Sleepers {
  /** At one look. */
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

  /** All threads of the pool. */
  void members(List<Long> tids) {
    members = tids;
    isShort = false;
  }

  /** Whether the pool had more threads than are known. */
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

  /** Whether it has run since it was asked first: it is busy, and not on its way to the work. */
  private boolean isOnCpu(long tid) {
    if (!(source.onCpuNs(tid) instanceof Reading.Value<Long>(Long now))) {
      return false;
    }
    Long before = onCpu.putIfAbsent(tid, now);
    return before != null && now > before;
  }
}
