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
    NanoClock clock,
    @Nullable LongFunction<CpuReading> cpu,
    @Nullable Function<Observation, Decision> decides) {}
