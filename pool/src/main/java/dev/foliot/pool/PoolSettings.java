package dev.foliot.pool;

import dev.foliot.pool.control.CpuReading;
import dev.foliot.pool.control.Decision;
import dev.foliot.pool.control.Observation;
import java.util.concurrent.ThreadFactory;
import java.util.function.Function;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * What a pool was built with.
 *
 * @param name in threads, JMX and events
 * @param minimum the least size
 * @param maximum the greatest size
 * @param queueBound how many tasks may wait beyond those that have a place
 * @param threadFactory makes the threads; null for the body's own
 * @param listener hears of resizes and hangs
 * @param keepAliveNs how long a thread that has nothing to do stays
 * @param clock the time
 * @param cpu what the CPU does at a time; null for that of this process
 * @param decides what decides; null for the controller
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
