package dev.foliot.apps.service;

import dev.foliot.pool.PoolSnapshot;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * What the threads of a strategy are doing. Taken without stopping them: figures that belong
 * together may differ by the tasks that began or ended meanwhile.
 *
 * @param strategy the strategy
 * @param size how many tasks may run at once; empty if there is no bound
 * @param threads how many threads there are, idle ones included
 * @param running how many tasks run, those that block included
 * @param queued how many tasks wait for a thread
 * @param completed how many tasks have ended
 * @param rejected how many tasks were not taken
 * @param pool what a self-tuning pool says of itself; null for other strategies
 * @param resizes the last changes of its size, oldest first
 */
public record WorkersSnapshot(
    Strategy strategy,
    OptionalInt size,
    int threads,
    int running,
    int queued,
    long completed,
    long rejected,
    @Nullable PoolSnapshot pool,
    List<NumberedResize> resizes) {
  /** Copies the list. */
  public WorkersSnapshot {
    resizes = List.copyOf(resizes);
  }
}
