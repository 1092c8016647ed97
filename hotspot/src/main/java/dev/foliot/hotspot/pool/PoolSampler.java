package dev.foliot.hotspot.pool;

import dev.foliot.linux.Reading;
import java.util.Optional;

/** Samples the queues of one pool of threads of a running JVM. For one thread. */
public interface PoolSampler {
  /**
   * Takes one sample; empty as long as there is no pool. Unavailable while the objects are being
   * moved, when they make no sense, and when the pool or the process has ended.
   */
  Reading<Optional<PoolSample>> sample();
}
