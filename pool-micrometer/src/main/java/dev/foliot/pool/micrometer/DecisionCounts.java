package dev.foliot.pool.micrometer;

import dev.foliot.pool.Hang;
import dev.foliot.pool.PoolListener;
import dev.foliot.pool.Resize;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A listener that counts changes of size and hangs, for one pool. Only a listener sees them all: a
 * snapshot shows the last few. Thread-safe.
 */
public final class DecisionCounts implements PoolListener {
  private final PoolListener next;
  private final AtomicLong grown = new AtomicLong();
  private final AtomicLong shrunk = new AtomicLong();
  private final AtomicLong hangs = new AtomicLong();

  /** Counts only. */
  public DecisionCounts() {
    this(new PoolListener() {});
  }

  /** Counts and tells another listener, since a pool has one. */
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

  /** How often the pool was made larger. */
  public long grown() {
    return grown.get();
  }

  /** How often the pool was made smaller. */
  public long shrunk() {
    return shrunk.get();
  }

  /** How often tasks waited and none ended. */
  public long hangs() {
    return hangs.get();
  }
}
