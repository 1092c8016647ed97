package dev.foliot.pool.spring.boot.starter;

import dev.foliot.pool.AdaptivePool;
import dev.foliot.pool.Hang;
import dev.foliot.pool.PoolListener;
import dev.foliot.pool.PoolSnapshot;
import dev.foliot.pool.Resize;
import dev.foliot.pool.micrometer.DecisionCounts;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the pool reported: counts for the meters, the last stall for the health. It passes all on to
 * the application's listeners. Thread-safe.
 */
final class PoolEvents {
  private final DecisionCounts counts;
  private final List<PoolListener> others;
  private volatile @Nullable AdaptivePool pool;
  private volatile @Nullable Stall last;

  PoolEvents(List<PoolListener> others) {
    this.others = List.copyOf(others);
    this.counts = new DecisionCounts(new Remembering());
  }

  /** The listener of the pool. */
  DecisionCounts listener() {
    return counts;
  }

  /** Says whose events these are, once the pool is built. */
  void of(AdaptivePool built) {
    pool = built;
  }

  /** The stall that still lasts at the time of a snapshot: tasks wait and none has ended since. */
  @Nullable Hang lasting(PoolSnapshot now) {
    Stall stall = last;
    return stall != null && now.tasks().queued() > 0 && now.tasks().completed() == stall.completed
        ? stall.hang
        : null;
  }

  /**
   * A stall and how many tasks had ended when it was reported.
   *
   * @param hang as the pool reported it
   * @param completed number of tasks that had ended
   */
  private record Stall(Hang hang, long completed) {}

  private final class Remembering implements PoolListener {
    @Override
    public void resized(Resize resize) {
      others.forEach(other -> other.resized(resize));
    }

    @Override
    public void hung(Hang hang) {
      AdaptivePool stalled = pool;
      if (stalled != null) {
        last = new Stall(hang, stalled.snapshot().tasks().completed());
      }
      others.forEach(other -> other.hung(hang));
    }
  }
}
