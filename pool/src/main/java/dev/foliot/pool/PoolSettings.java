package dev.foliot.pool;

import dev.foliot.pool.control.CpuReading;
import dev.foliot.pool.control.Decision;
import dev.foliot.pool.control.Observation;
import java.util.concurrent.ThreadFactory;
import java.util.function.Function;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a pool.
 *
 * @param name in threads, JMX and events
 * @param minimum the least size
 * @param maximum the greatest size
 * @param queueBound number of tasks that may wait when all places are taken
 * @param threadFactory makes the threads; null for the pool's own
 * @param listener receives resizes and hangs
 * @param keepAliveNs how long a thread without work stays
 * @param maxQueueNs how long a task may wait; {@link Long#MAX_VALUE} for ever
 * @param rejection of tasks that are not accepted
 * @param hooks around each task; null for none
 * @param maximumReason why this is the maximum
 * @param clock the clock
 * @param cpu reads the CPU at a time; null for this process's
 * @param decides the decisions; null for the controller
 */
record PoolSettings(
    String name,
    int minimum,
    int maximum,
    int queueBound,
    @Nullable ThreadFactory threadFactory,
    PoolListener listener,
    long keepAliveNs,
    long maxQueueNs,
    RejectionPolicy rejection,
    @Nullable TaskHooks hooks,
    String maximumReason,
    NanoClock clock,
    @Nullable LongFunction<CpuReading> cpu,
    @Nullable Function<Observation, Decision> decides) {
  /** Settings without hooks and without a limit of the wait; they reject by an exception. */
  PoolSettings(
      String name,
      int minimum,
      int maximum,
      int queueBound,
      @Nullable ThreadFactory threadFactory,
      PoolListener listener,
      long keepAliveNs,
      NanoClock clock,
      @Nullable LongFunction<CpuReading> cpu,
      @Nullable Function<Observation, Decision> decides) {
    this(
        name,
        minimum,
        maximum,
        queueBound,
        threadFactory,
        listener,
        keepAliveNs,
        Long.MAX_VALUE,
        RejectionPolicy.abort(),
        null,
        "set",
        clock,
        cpu,
        decides);
  }
}
