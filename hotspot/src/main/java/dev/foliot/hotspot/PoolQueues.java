package dev.foliot.hotspot;

import dev.foliot.linux.Reading;
import java.util.Optional;

/** The queues of a pool of threads, looked at in a running JVM again and again. For one thread. */
public interface PoolQueues {
  /**
   * Looks once; empty as long as there is nothing to look at. Unavailable while the objects are
   * being moved, when they make no sense, and when the pool or the process has ended.
   */
  Reading<Optional<PoolLook>> look();
}
