package dev.foliot.pool.micrometer;

import dev.foliot.pool.AdaptivePool;
import dev.foliot.pool.PoolSnapshot;
import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.MeterRegistry;
import org.jspecify.annotations.Nullable;

/**
 * The last snapshot of a pool, shared by meters read soon after each other. It does not prevent the
 * pool's collection. Thread-safe.
 */
final class SharedSnapshot {
  private static final long SHARED_NS = 100_000_000;

  private final Clock clock;
  private @Nullable PoolSnapshot last;
  private long lastNs;

  SharedSnapshot(MeterRegistry registry) {
    clock = registry.config().clock();
  }

  /** Returns a snapshot at most 100 ms old. */
  synchronized PoolSnapshot of(AdaptivePool pool) {
    long nowNs = clock.monotonicTime();
    PoolSnapshot seen = last;
    if (seen == null || nowNs - lastNs >= SHARED_NS) {
      seen = pool.snapshot();
      last = seen;
      lastNs = nowNs;
    }
    return seen;
  }
}
