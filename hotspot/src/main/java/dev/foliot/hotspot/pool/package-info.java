/**
 * Thread pools of a JVM, and samples of what waits in their queues.
 *
 * <p>{@link dev.foliot.hotspot.pool.PoolSearch} finds pools by the threads that work for them: a
 * ThreadPoolExecutor with a LinkedBlockingQueue, an ArrayBlockingQueue or a LinkedBlockingDeque, a
 * ForkJoinPool, and from JDK 21 on the pool of virtual threads. Each has a {@link
 * dev.foliot.hotspot.pool.PoolSampler}.
 *
 * <pre>{@code
 * PoolSearch search = jvm.poolSearch();
 * for (ThreadPool pool : search.workers().map(PoolSearch.Found::pools).orElse(List.of())) {
 *   pool.sampler().sample().orElse(Optional.empty())
 *       .ifPresent(now -> System.out.println(now.queued() + " wait, " + now.idle() + " idle"));
 * }
 * }</pre>
 *
 * <p>A sample reads all that leads to the queue in the same system call as the queue, so an object
 * that was moved is noticed and the way is found anew. A sample is unavailable while objects are
 * moved, when the pool makes no sense, and when it or the process has ended; with ZGC and
 * Shenandoah there are none. For one thread.
 */
@NullMarked
package dev.foliot.hotspot.pool;

import org.jspecify.annotations.NullMarked;
