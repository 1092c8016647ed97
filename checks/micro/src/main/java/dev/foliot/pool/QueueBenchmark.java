package dev.foliot.pool;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jctools.queues.MpmcUnboundedXaddArrayQueue;
import org.jctools.queues.varhandle.MpmcVarHandleArrayQueue;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The cost of adding a task to a queue shared by two threads, and removing one.
 *
 * <p>It compares the pool's own queue with and without time stamps, the JDK's, and two of JCTools:
 * a bounded one without Unsafe, and an unbounded one with it.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(3)
@Threads(2)
public class QueueBenchmark {
  private static final int CHUNK = 1 << TaskChunk.BITS;
  private static final int BOUND = 1 << 16;
  private final Runnable task = Thread::yield;
  private final TaskQueue stamped = new TaskQueue(Integer.MAX_VALUE, SystemNanoClock.INSTANCE);
  private final TaskQueue unstamped = new TaskQueue(Integer.MAX_VALUE, SystemNanoClock.INSTANCE);
  private final Queue<Runnable> linked = new ConcurrentLinkedQueue<>();
  private final Queue<Runnable> locked = new LinkedBlockingQueue<>();
  private final Queue<Runnable> bounded = new MpmcVarHandleArrayQueue<>(BOUND);
  private final Queue<Runnable> unbounded = new MpmcUnboundedXaddArrayQueue<>(CHUNK);

  /** The receiver of a thread's tasks. */
  @State(Scope.Thread)
  public static class Taken {
    private final QueuedTask into = new QueuedTask();
  }

  /** JMH creates it. */
  public QueueBenchmark() {
    unstamped.stampEvery(64);
  }

  /** The pool's queue at up to 100,000 tasks a second: each task has a time stamp. */
  @Benchmark
  public boolean foliotStamped(Taken taken) {
    stamped.offer(task);
    return stamped.poll(taken.into);
  }

  /** The pool's queue at millions of tasks a second: one in 64 has a time stamp. */
  @Benchmark
  public boolean foliotSeldomStamped(Taken taken) {
    unstamped.offer(task);
    return unstamped.poll(taken.into);
  }

  @Benchmark
  public Object concurrentLinkedQueue() {
    linked.offer(task);
    return linked.poll();
  }

  @Benchmark
  public Object linkedBlockingQueue() {
    locked.offer(task);
    return locked.poll();
  }

  @Benchmark
  public Object jctoolsBounded() {
    bounded.offer(task);
    return bounded.poll();
  }

  @Benchmark
  public Object jctoolsUnbounded() {
    unbounded.offer(task);
    return unbounded.poll();
  }
}
