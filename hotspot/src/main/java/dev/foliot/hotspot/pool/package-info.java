/**
 * Thread pools of a JVM, and samples of their queues.
 *
 * <p>{@link dev.foliot.hotspot.pool.PoolSearch} finds pools through their threads: a
 * ThreadPoolExecutor with a LinkedBlockingQueue, an ArrayBlockingQueue or a LinkedBlockingDeque, a
 * ForkJoinPool, and from JDK 21 on the pool of virtual threads. Each has a {@link
 * dev.foliot.hotspot.pool.PoolSampler}.
 *
 * <pre>{@code
 * PoolSearch search = jvm.poolSearch();
 * for (ThreadPool pool : search.workers().map(PoolSearch.Found::pools).orElse(List.of())) {
 *   pool.sampler().sample().orElse(Optional.empty())
 *       .ifPresent(now ->
 *           System.out.println(now.tasks().queued() + " wait, " + now.idle() + " idle"));
 * }
 * }</pre>
 *
 * <p>A sample reads the path to the queue in the same system call as the queue. So it detects a
 * moved object, and then searches for the path again. A sample is unavailable while objects are
 * moved, when the pool is inconsistent, and when it or the process has ended. ZGC and Shenandoah
 * allow no samples. For one thread.
 */
@NullMarked
package dev.foliot.hotspot.pool;

import org.jspecify.annotations.NullMarked;
