package dev.foliot.pool;

import dev.foliot.pool.control.CpuReading;
import dev.foliot.pool.control.Decision;
import dev.foliot.pool.control.Observation;
import java.util.Objects;
import java.util.concurrent.ThreadFactory;
import java.util.function.Function;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** Settings of a pool. Not thread-safe; may be used for several pools. */
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
   * The name in threads, JMX and events.
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
   * How many tasks may wait when as many run as the size allows; others are rejected. While fewer
   * run, as many more may wait as have a place, since each task passes through the queue: a pool
   * takes its size and the bound together, as a {@link java.util.concurrent.ThreadPoolExecutor}
   * does. If the size falls, tasks that were accepted stay.
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
   * Makes the threads; for {@link #virtual()} it must make virtual ones, not started: if it makes
   * others, tasks are rejected. If it fails, the pool goes on with the threads that it has and
   * tries again; what it threw goes to the uncaught exception handler of the pool's control thread.
   *
   * <p>For {@code virtual()} it is called by the thread that submits the task, so that a task's
   * thread inherits from that one, as of an executor of a thread for each task; only after it has
   * failed, by any. For {@code platform()} it is called by any thread that submits a task, that
   * runs one or that is the pool's own, always with the context class loader of who built the pool.
   * So what it has threads inherit otherwise, inheritable thread locals above all, is chance: make
   * threads that inherit none.
   *
   * <p>Unless set, platform threads are as those of {@link
   * java.util.concurrent.Executors#defaultThreadFactory()}, except that they get the context class
   * loader of the thread that built the pool and inherit no thread locals.
   */
  public PoolBuilder threadFactory(ThreadFactory factory) {
    this.threadFactory = Objects.requireNonNull(factory, "a thread factory is not null");
    return this;
  }

  /** Hears of changes of size and of hangs. */
  public PoolBuilder listener(PoolListener listener) {
    this.listener = Objects.requireNonNull(listener, "a listener is not null");
    return this;
  }

  /** The time, for tests. */
  PoolBuilder clock(NanoClock clock) {
    this.clock = clock;
    return this;
  }

  /** What the CPU does at a time, for tests. */
  PoolBuilder cpu(LongFunction<CpuReading> reads) {
    this.cpu = reads;
    return this;
  }

  /** What decides in place of the controller, for tests. */
  PoolBuilder decides(Function<Observation, Decision> decides) {
    this.decides = decides;
    return this;
  }

  /**
   * A pool of platform threads. They are started when tasks wait for them and end when they had
   * nothing to do for 10 s, the last ones too. Tasks that run on the same thread see each other's
   * thread locals, as with any pool of threads; interrupts and context class loaders are not handed
   * on.
   *
   * @throws IllegalArgumentException if the maximum is below the minimum
   */
  public AdaptivePool platform() {
    return shown(new PlatformPool(settings()));
  }

  /**
   * Permits over virtual threads: each task has a thread of its own. The CPU time of virtual
   * threads cannot be had from the JVM, so the controller goes by that of the process and the
   * machine. At most 16,777,215 tasks run at once, whatever the maximum.
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
