package dev.foliot.pool;

import dev.foliot.pool.control.CpuReading;
import dev.foliot.pool.control.Decision;
import dev.foliot.pool.control.Observation;
import java.util.concurrent.ThreadFactory;
import java.util.function.Function;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a pool, from its builder.
 *
 * @param name in threads, JMX and events
 * @param limits of the size
 * @param waiting which tasks may wait
 * @param threadFactory makes the threads; null for the pool's own
 * @param keepAliveNs how long a thread without work stays
 * @param listener receives resizes and hangs
 * @param hooks around each task; null for none
 * @param sources of the time, the CPU and the decisions
 */
record PoolSettings(
    String name,
    PoolSnapshot.Limits limits,
    Waiting waiting,
    @Nullable ThreadFactory threadFactory,
    long keepAliveNs,
    PoolListener listener,
    @Nullable TaskHooks hooks,
    Sources sources) {
  /**
   * Which tasks may wait.
   *
   * @param queueBound number of tasks that may wait when all places are taken
   * @param maxQueueNs how long a task may wait; {@link Long#MAX_VALUE} for ever
   * @param rejection of tasks that are not accepted
   */
  record Waiting(int queueBound, long maxQueueNs, RejectionPolicy rejection) {}

  /**
   * What tests replace.
   *
   * @param clock the clock
   * @param cpu reads the CPU at a time; null for this process's
   * @param decides the decisions; null for the controller
   */
  record Sources(
      NanoClock clock,
      @Nullable LongFunction<CpuReading> cpu,
      @Nullable Function<Observation, Decision> decides) {}
}
