package dev.foliot.pool;

import dev.foliot.pool.control.CpuReading;
import dev.foliot.pool.control.Decision;
import dev.foliot.pool.control.Observation;
import dev.foliot.pool.machine.ThreadLimit;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ThreadFactory;
import java.util.function.Function;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** Builds pools from settings. Not thread-safe; may be used for several pools. */
public final class PoolBuilder {
  /** A maximum that was not set. */
  private static final int BY_LIMITS = -1;

  /** Added to a time, it does not overflow. */
  private static final long FOR_EVER_NS = Long.MAX_VALUE / 2;

  private static final String SET = "set by the builder";

  private String name = "adaptive";
  private int minimum = 1;
  private int maximum = BY_LIMITS;
  private int queueBound = Integer.MAX_VALUE;
  private @Nullable ThreadFactory threadFactory;
  private long keepAliveNs = 10_000_000_000L;
  private long maxQueueNs = Long.MAX_VALUE;
  private RejectionPolicy rejection = RejectionPolicy.abort();
  private @Nullable TaskHooks hooks;
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
   * Sets the maximum size. The default for {@link #virtual()} is 32,767. For {@link #platform()} it
   * is half of the least limit: pids.max, {@code ulimit -u}, or the memory beside the heap at 128
   * KiB a thread. It is at most 32,767, about the limit of a process. {@link
   * PoolSnapshot.Limits#maximumReason} names the limit.
   *
   * @param maximum at least the minimum
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
   * Limits how long a task may wait for a thread. A task that waited longer never runs. Its future
   * fails with a {@link java.util.concurrent.RejectedExecutionException}; a task without a future
   * of the pool goes to the {@link #rejection} policy. The pool notices late by up to a quarter of
   * the limit while no thread is free. A {@link java.util.concurrent.CompletableFuture} has no
   * future of the pool: give it a timeout of its own.
   *
   * @param most above zero; no limit unless set
   * @throws IllegalArgumentException if it is not
   */
  public PoolBuilder maxQueueTime(Duration most) {
    this.maxQueueNs = positive(most, "the queue time");
    return this;
  }

  /** Sets what becomes of tasks that the pool does not accept; they are refused unless set. */
  public PoolBuilder rejection(RejectionPolicy policy) {
    this.rejection = Objects.requireNonNull(policy, "a rejection policy is not null");
    return this;
  }

  /**
   * Sets how long a thread of {@link #platform()} without work stays.
   *
   * @param time above zero; 10 s unless set
   * @throws IllegalArgumentException if it is not
   */
  public PoolBuilder keepAlive(Duration time) {
    this.keepAliveNs = positive(time, "the keep-alive");
    return this;
  }

  /** Sets what is called before and after each task. */
  public PoolBuilder hooks(TaskHooks hooks) {
    this.hooks = Objects.requireNonNull(hooks, "the hooks are not null");
    return this;
  }

  private static long positive(Duration time, String what) {
    Objects.requireNonNull(time, "a duration is not null");
    if (time.isZero() || time.isNegative()) {
      throw new IllegalArgumentException(what + " of a pool is above zero, not " + time);
    }
    try {
      return Math.min(FOR_EVER_NS, time.toNanos());
    } catch (ArithmeticException e) {
      return FOR_EVER_NS;
    }
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

  /** Sets the listener for changes of size and stalls. */
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
    ThreadLimit limit = maximum == BY_LIMITS ? ThreadLimit.ofThisProcess() : null;
    return shown(
        new PlatformPool(
            limit == null
                ? settings(maximum, SET)
                : settings(Math.max(minimum, limit.threads()), limit.reason())));
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
    return shown(
        new VirtualPool(
            maximum == BY_LIMITS
                ? settings(Math.max(minimum, ThreadLimit.MOST), "the default")
                : settings(maximum, SET)));
  }

  private static AdaptivePool shown(PoolBody pool) {
    pool.show();
    return pool;
  }

  /** The settings with the given maximum, for tests that make a pool of their own. */
  PoolSettings settings() {
    return settings(maximum, SET);
  }

  private PoolSettings settings(int maximum, String maximumReason) {
    Sizing.checkLimits(minimum, maximum);
    return new PoolSettings(
        name,
        new PoolSnapshot.Limits(minimum, maximum, maximumReason),
        new PoolSettings.Waiting(queueBound, maxQueueNs, rejection),
        threadFactory,
        keepAliveNs,
        listener,
        hooks,
        new PoolSettings.Sources(clock, cpu, decides));
  }
}
