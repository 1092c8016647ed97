package dev.foliot.pool;

import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/** Settings of a pool. Not thread-safe; may be used for several pools. */
public final class PoolBuilder {
  String name = "adaptive";
  int minimum = 1;
  int maximum = 32_767;
  int queueBound = Integer.MAX_VALUE;
  @Nullable ThreadFactory threadFactory;
  PoolListener listener = new PoolListener() {};

  PoolBuilder() {}

  /** The name in threads, JMX and events. */
  public PoolBuilder name(String name) {
    this.name = name;
    return this;
  }

  /**
   * The least size.
   *
   * @param minimum 1 or more; 1 unless set
   */
  public PoolBuilder minimum(int minimum) {
    this.minimum = minimum;
    return this;
  }

  /**
   * The greatest size.
   *
   * @param maximum at least the minimum; 32,767 unless set, about what a system lets a process have
   */
  public PoolBuilder maximum(int maximum) {
    this.maximum = maximum;
    return this;
  }

  /**
   * How many tasks may wait; others are rejected.
   *
   * @param bound 1 or more; no bound unless set
   */
  public PoolBuilder queueBound(int bound) {
    this.queueBound = bound;
    return this;
  }

  /** Makes the threads; for {@link #virtual()} it must make virtual ones. */
  public PoolBuilder threadFactory(ThreadFactory factory) {
    this.threadFactory = factory;
    return this;
  }

  /** Hears of changes of size and of hangs. */
  public PoolBuilder listener(PoolListener listener) {
    this.listener = listener;
    return this;
  }

  /** A pool of platform threads. */
  public AdaptivePool platform() {
    return build();
  }

  /**
   * Permits over virtual threads.
   *
   * @throws UnsupportedOperationException below JDK 21
   */
  public AdaptivePool virtual() {
    return build();
  }

  private AdaptivePool build() {
    throw new UnsupportedOperationException("the pool " + name + " is not built yet");
  }
}
