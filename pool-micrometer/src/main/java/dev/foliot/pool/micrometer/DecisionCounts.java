package dev.foliot.pool.micrometer;

import dev.foliot.pool.Hang;
import dev.foliot.pool.PoolListener;
import dev.foliot.pool.Resize;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts resizes and hangs of one pool. A snapshot shows only the last few; this listener counts
 * all. Thread-safe.
 */
public final class DecisionCounts implements PoolListener {
  private final PoolListener next;
  private final AtomicLong grown = new AtomicLong();
  private final AtomicLong shrunk = new AtomicLong();
  private final AtomicLong hangs = new AtomicLong();

  /** Makes a listener that only counts. */
  public DecisionCounts() {
    this(new PoolListener() {});
  }

  /** Makes a listener that counts and calls another one, since a pool has only one. */
  public DecisionCounts(PoolListener next) {
    this.next = next;
  }

  @Override
  public void resized(Resize resize) {
    (resize.to() > resize.from() ? grown : shrunk).incrementAndGet();
    next.resized(resize);
  }

  @Override
  public void hung(Hang hang) {
    hangs.incrementAndGet();
    next.hung(hang);
  }

  /** Number of increases of the size. */
  public long grown() {
    return grown.get();
  }

  /** Number of decreases of the size. */
  public long shrunk() {
    return shrunk.get();
  }

  /** Number of hangs: tasks waited and no task ended. */
  public long hangs() {
    return hangs.get();
  }
}
