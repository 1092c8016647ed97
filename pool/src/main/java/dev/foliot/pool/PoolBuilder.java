package dev.foliot.pool;

import dev.foliot.pool.control.CpuReading;
import dev.foliot.pool.control.Decision;
import dev.foliot.pool.control.Observation;
import java.util.Objects;
import java.util.concurrent.ThreadFactory;
import java.util.function.Function;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** Builds pools from settings. Not thread-safe; may be used for several pools. */
public final class PoolBuilder {
  private static final long KEEP_ALIVE_NS = 10_000_000_000L;

  private String name = "adaptive";
  private int minimum = 1;
  private int maximum = 32_767;
  private int queueBound = Integer.MAX_VALUE;
  private @Nullable ThreadFactory threadFactory;
  private PoolListener listener = new PoolListener() {};
  private NanoClock clock = SystemNanoClock.INSTANCE;
  private @Nullable LongFunction<CpuReading> cpu;
  private @Nullable Function<Observation, Decision> decides;

  PoolBuilder() {}

  /**
   * Sets the name used in threads, JMX and events.
   *
   * @throws IllegalArgumentException if it is blank
   */
  public PoolBuilder name(String name) {
    Objects.requireNonNull(name, "the name of a pool is not null");
    if (name.isBlank()) {
      throw new IllegalArgumentException("the name of a pool is not blank");
    }
    this.name = name;
    return this;
  }

  /**
   * Sets the minimum size.
   *
   * @param minimum 1 or more; 1 unless set
   */
  public PoolBuilder minimum(int minimum) {
    this.minimum = minimum;
    return this;
  }

  /**
   * Sets the maximum size.
   *
   * @param maximum at least the minimum; the default is 32,767, about the limit of a process
   */
  public PoolBuilder maximum(int maximum) {
    this.maximum = maximum;
    return this;
  }

  /**
   * Limits the number of waiting tasks while the pool is full; further tasks are rejected. While
   * fewer tasks run, each free place allows one more waiting task, since every task passes through
   * the queue. While the size may still rise, the pool accepts its maximum plus the bound, as a
   * {@link java.util.concurrent.ThreadPoolExecutor} does. Once the size is found, since more
   * running tasks bring no more throughput, and during a stall, it accepts the size plus the bound.
   * If the size falls, accepted tasks stay.
   *
   * @param bound 1 or more; no bound unless set
   * @throws IllegalArgumentException if it is less
   */
  public PoolBuilder queueBound(int bound) {
    if (bound < 1) {
      throw new IllegalArgumentException("the queue of a pool has 1 place or more, not " + bound);
    }
    this.queueBound = bound;
    return this;
  }

  /**
   * Sets the thread factory. For {@link #virtual()} it must make unstarted virtual threads;
   * otherwise tasks are rejected. If it fails, the pool continues with its existing threads and
   * tries again. The exception goes to the uncaught exception handler of the pool's control thread.
   *
   * <p>For {@code virtual()} the submitting thread calls it. A task's thread therefore inherits
   * from the submitter, as with one thread for each task. After a failure, any thread may call it.
   * For {@code platform()} any submitting, working or pool thread calls it, always with the context
   * class loader of the pool's builder. Other inherited state, such as inheritable thread locals,
   * comes from an arbitrary thread: make threads that inherit none.
   *
   * <p>Without a factory, platform threads resemble those of {@link
   * java.util.concurrent.Executors#defaultThreadFactory()}. But they get the context class loader
   * of the pool's builder and inherit no thread locals.
   */
  public PoolBuilder threadFactory(ThreadFactory factory) {
    this.threadFactory = Objects.requireNonNull(factory, "a thread factory is not null");
    return this;
  }

  /** Sets the listener for changes of size and hangs. */
  public PoolBuilder listener(PoolListener listener) {
    this.listener = Objects.requireNonNull(listener, "a listener is not null");
    return this;
  }

  /** Sets the clock, for tests. */
  PoolBuilder clock(NanoClock clock) {
    this.clock = clock;
    return this;
  }

  /** Sets the source of CPU readings, for tests. */
  PoolBuilder cpu(LongFunction<CpuReading> reads) {
    this.cpu = reads;
    return this;
  }

  /** Replaces the controller, for tests. */
  PoolBuilder decides(Function<Observation, Decision> decides) {
    this.decides = decides;
    return this;
  }

  /**
   * Builds a pool of platform threads. Threads start when tasks wait for them, and end after 10 s
   * without work; the last ones too. Tasks on the same thread share its thread locals, as in any
   * pool of threads. Interrupts and context class loaders are not passed on.
   *
   * @throws IllegalArgumentException if the maximum is below the minimum
   */
  public AdaptivePool platform() {
    return shown(new PlatformPool(settings()));
  }

  /**
   * Builds a pool that gives permits to virtual threads: each task has its own thread. The JVM does
   * not report the CPU time of virtual threads. The controller uses the process's and the machine's
   * instead. At most 16,777,215 tasks run at once, whatever the maximum.
   *
   * @throws UnsupportedOperationException below JDK 21
   * @throws IllegalArgumentException if the maximum is below the minimum
   */
  public AdaptivePool virtual() {
    return shown(new VirtualPool(settings()));
  }

  private static AdaptivePool shown(PoolBody pool) {
    pool.show();
    return pool;
  }

  private PoolSettings settings() {
    Sizing.checkLimits(minimum, maximum);
    return new PoolSettings(
        name,
        minimum,
        maximum,
        queueBound,
        threadFactory,
        listener,
        KEEP_ALIVE_NS,
        clock,
        cpu,
        decides);
  }
}
