package dev.foliot.apps.service;

import dev.foliot.pool.PoolSnapshot;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * The state of a strategy's threads. It is taken while they run: related figures may differ by
 * tasks that began or ended in between.
 *
 * @param strategy the strategy
 * @param size number of tasks that may run at once; empty without a limit
 * @param threads number of threads, including idle ones
 * @param tasks the numbers of tasks
 * @param pool an adaptive pool's own state; null for other strategies
 * @param resizes the last changes of its size, oldest first
 */
public record WorkersSnapshot(
    Strategy strategy,
    OptionalInt size,
    int threads,
    Tasks tasks,
    @Nullable PoolSnapshot pool,
    List<NumberedResize> resizes) {
  /** Copies the list. */
  public WorkersSnapshot {
    resizes = List.copyOf(resizes);
  }

  /**
   * The numbers of tasks.
   *
   * @param running number of running tasks, including blocked ones
   * @param queued number of tasks that wait for a thread
   * @param completed number of ended tasks
   * @param rejected number of rejected tasks
   */
  public record Tasks(int running, int queued, long completed, long rejected) {}
}
