package dev.foliot.pool;

import java.lang.ref.WeakReference;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A pool's view in JMX. It does not prevent the pool's collection. Safe for any thread. */
final class PoolView implements AdaptivePoolMXBean {
  /** The snapshot of a thread that reads several figures together. */
  private static final ThreadLocal<@Nullable PoolSnapshot> SHARED = new ThreadLocal<>();

  private final WeakReference<AdaptivePool> pool;
  private final String name;
  private final Runnable removal;

  /**
   * A view of a pool.
   *
   * @param name the name from the user
   * @param removal called once the pool is collected
   */
  PoolView(AdaptivePool pool, String name, Runnable removal) {
    this.pool = new WeakReference<>(pool);
    this.name = name;
    this.removal = removal;
  }

  private AdaptivePool pool() {
    AdaptivePool present = pool.get();
    if (present == null) {
      removal.run();
      throw new IllegalStateException("the pool is gone: nothing holds it any more");
    }
    return present;
  }

  private PoolSnapshot snapshot() {
    PoolSnapshot seen = SHARED.get();
    return seen == null ? pool().snapshot() : seen;
  }

  /** Reads several figures from one snapshot. */
  <T> T together(Supplier<T> reads) {
    AdaptivePool present = pool.get();
    if (present == null) {
      return reads.get(); // each figure reports that the pool is gone
    }
    SHARED.set(present.snapshot());
    try {
      return reads.get();
    } finally {
      SHARED.remove();
    }
  }

  @Override
  public String getName() {
    pool(); // without a snapshot, which takes long: a search for a free name reads many
    return name;
  }

  @Override
  public int getSize() {
    return snapshot().size();
  }

  @Override
  public int getMinimum() {
    return snapshot().limits().minimum();
  }

  @Override
  public synchronized void setMinimum(int minimum) {
    AdaptivePool present = pool();
    if (present instanceof PoolBody body) {
      body.minimum(minimum); // in one step: another thread may change the maximum too
    } else {
      present.limits(minimum, present.snapshot().limits().maximum());
    }
  }

  @Override
  public int getMaximum() {
    return snapshot().limits().maximum();
  }

  @Override
  public synchronized void setMaximum(int maximum) {
    AdaptivePool present = pool();
    if (present instanceof PoolBody body) {
      body.maximum(maximum);
    } else {
      present.limits(present.snapshot().limits().minimum(), maximum);
    }
  }

  @Override
  public int getThreads() {
    return snapshot().threads();
  }

  @Override
  public int getActive() {
    return snapshot().tasks().active();
  }

  @Override
  public int getQueued() {
    return snapshot().tasks().queued();
  }

  @Override
  public long getSubmitted() {
    return snapshot().tasks().submitted();
  }

  @Override
  public long getCompleted() {
    return snapshot().tasks().completed();
  }

  @Override
  public long getFailed() {
    return snapshot().tasks().failed();
  }

  @Override
  public long getExpired() {
    return snapshot().tasks().expired();
  }

  @Override
  public String getMaximumReason() {
    return snapshot().limits().maximumReason();
  }

  @Override
  public long getRejected() {
    return snapshot().tasks().rejected();
  }

  @Override
  public double getThroughputPerS() {
    return snapshot().tasks().throughputPerS();
  }

  @Override
  public long getQueueWaitP50Ns() {
    return snapshot().times().queueWait().p50Ns();
  }

  @Override
  public long getQueueWaitP90Ns() {
    return snapshot().times().queueWait().p90Ns();
  }

  @Override
  public long getQueueWaitP99Ns() {
    return snapshot().times().queueWait().p99Ns();
  }

  @Override
  public long getQueueWaitMaxNs() {
    return snapshot().times().queueWait().maxNs();
  }

  @Override
  public long getTaskTimeP50Ns() {
    return snapshot().times().taskTime().p50Ns();
  }

  @Override
  public long getTaskTimeP90Ns() {
    return snapshot().times().taskTime().p90Ns();
  }

  @Override
  public long getTaskTimeP99Ns() {
    return snapshot().times().taskTime().p99Ns();
  }

  @Override
  public long getTaskTimeMaxNs() {
    return snapshot().times().taskTime().maxNs();
  }

  @Override
  public String getState() {
    return snapshot().state();
  }

  @Override
  public List<String> resizes() {
    return snapshot().resizes().stream().map(PoolView::line).toList();
  }

  /** A line with time, sizes and reason; most reasons begin with the sizes. */
  private static String line(Resize resize) {
    String sizes = resize.from() + " → " + resize.to() + ": ";
    String reason = resize.reason();
    return resize.when() + " " + (reason.startsWith(sizes) ? "" : sizes) + reason;
  }
}
