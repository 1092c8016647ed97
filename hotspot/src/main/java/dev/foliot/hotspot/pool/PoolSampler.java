package dev.foliot.hotspot.pool;

import dev.foliot.linux.Reading;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Samples the queues of one thread pool of a running JVM. For one thread. */
public interface PoolSampler {
  /**
   * Takes one sample; empty if no pool exists. Unavailable while the objects are being moved, when
   * they are inconsistent, and when the pool or the process has ended.
   */
  Reading<Optional<PoolSample>> sample();

  /**
   * The addresses of the first tasks in the queue, at most {@code most}. They may be outdated at
   * once. Empty if the queue is not read task by task, as that of a fork/join pool.
   */
  default List<Long> tasks(int most) {
    return List.of();
  }

  /**
   * Its workers now, by the kernel's id of their thread. Empty if the pool does not count by
   * worker, and while it cannot be read.
   */
  default Map<Long, Worker> workers() {
    return Map.of();
  }

  /**
   * A worker.
   *
   * @param hasTask whether it runs a task
   * @param completed how many tasks it has completed
   */
  record Worker(boolean hasTask, long completed) {}
}
