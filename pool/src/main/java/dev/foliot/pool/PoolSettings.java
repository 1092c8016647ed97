package dev.foliot.pool;

import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/**
 * What a pool was built with.
 *
 * @param name in threads, JMX and events
 * @param minimum the least size
 * @param maximum the greatest size
 * @param queueBound how many tasks may wait
 * @param threadFactory makes the threads; null for the body's own
 * @param listener hears of resizes and hangs
 * @param keepAliveNs how long a thread that has nothing to do stays
 * @param clock the time
 */
record PoolSettings(
    String name,
    int minimum,
    int maximum,
    int queueBound,
    @Nullable ThreadFactory threadFactory,
    PoolListener listener,
    long keepAliveNs,
    NanoClock clock) {}
