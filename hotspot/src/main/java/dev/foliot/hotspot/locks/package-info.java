/**
 * Threads of a JVM, and what they wait for.
 *
 * <p>{@link dev.foliot.hotspot.locks.LockSampler} takes samples: the state of each thread, the
 * monitor or {@code java.util.concurrent} lock that it waits for, and the lock's owner. It also
 * names the Java methods on a waiting thread's stack.
 *
 * <pre>{@code
 * LockSampler sampler = jvm.lockSampler();
 * for (ThreadSample thread : sampler.sample().map(LockSample::threads).orElse(List.of())) {
 *   thread.awaited().filter(Wait::isForLock).ifPresent(wait ->
 *       System.out.println(thread.name() + " waits for " + wait.className()));
 * }
 * }</pre>
 *
 * <p>The JVM runs on, so a sample is not of one moment. A thread's wait is read twice and left out
 * if it has changed. A cycle of waits in one sample is therefore no proof: only several equal
 * samples are. All collectors of JDK 17 to 25 are supported.
 *
 * <p>A virtual thread without a carrier is in no such sample. {@link
 * dev.foliot.hotspot.locks.VirtualThreads} samples these, and groups them by their stacks:
 *
 * <pre>{@code
 * VirtualThreads threads = jvm.virtualThreads();
 * threads.sample().toOptional().ifPresent(sample -> {
 *   for (VirtualGroup group : sample.groups()) {
 *     System.out.println(sample.estimate(group) + " at " + JavaFrame.place(group.frames()));
 *   }
 * });
 * }</pre>
 */
@NullMarked
package dev.foliot.hotspot.locks;

import org.jspecify.annotations.NullMarked;
