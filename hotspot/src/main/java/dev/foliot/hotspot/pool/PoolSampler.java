package dev.foliot.hotspot.pool;

import dev.foliot.linux.Reading;
import java.util.Optional;

/** Samples the queues of one thread pool of a running JVM. For one thread. */
public interface PoolSampler {
  /**
   * Takes one sample; empty if no pool exists. Unavailable while the objects are being moved, when
   * they are inconsistent, and when the pool or the process has ended.
   */
  Reading<Optional<PoolSample>> sample();
}
