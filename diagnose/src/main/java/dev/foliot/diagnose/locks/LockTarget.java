package dev.foliot.diagnose.locks;

import dev.foliot.diagnose.time.TimeTally;
import dev.foliot.hotspot.code.JavaFrame;
import dev.foliot.hotspot.locks.LockSample;
import dev.foliot.hotspot.locks.ThreadSample;
import dev.foliot.hotspot.locks.VirtualSample;
import dev.foliot.hotspot.locks.Wait;
import dev.foliot.hotspot.pool.PoolSample;
import dev.foliot.hotspot.pool.PoolSampler;
import dev.foliot.hotspot.pool.ThreadPool;
import dev.foliot.linux.Reading;
import dev.foliot.linux.proc.ProcessState;
import dev.foliot.linux.proc.SchedStat;
import dev.foliot.text.Reason;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The JVM under examination. For one thread. */
interface LockTarget {
  /** The feature version of its JDK. */
  int feature();

  /** Whether it lives. */
  ProcessState state();

  /** All threads now. */
  Reading<LockSample> sample();

  /** The Java methods on a thread's stack, innermost first; empty if it has moved on. */
  List<JavaFrame> stack(ThreadSample thread);

  /** Whether a thread waits for a task that no thread has begun. */
  boolean isForUnbegunTask(Wait wait);

  /** Whether a thread waits for a task in the queue of a pool. */
  boolean isForTaskOf(PoolNow pool, Wait wait);

  /** The pools now. */
  Reading<Pools> pools();

  /** The workers of a pool now, by the kernel's id of their thread; empty if that is unknown. */
  Map<Long, PoolSampler.Worker> workers(PoolNow pool);

  /** The number of objects that wait for their finalizer. */
  Reading<Long> finalizers();

  /** The kernel's figures of a thread, by its id in the process's own namespace. */
  Optional<SchedStat> scheduled(long tid);

  /** The threads of the process that are not among these Java threads. */
  List<TimeTally.Native> natives(LockSample javas);

  /**
   * The stacks of some threads on a CPU, sampled by their CPU time for about this window, with the
   * id of the thread. Empty at once if that is not allowed here.
   */
  List<OnCpu> onCpu(List<ThreadSample> threads, Duration window);

  /** The virtual threads now. */
  Reading<VirtualSample> virtualThreads();

  /** What the JVM counts of its threads; empty if unreadable. */
  Optional<ThreadCounts> counts();

  /** Why stacks of threads on a CPU are unknown; empty if they are known or nothing ran. */
  Optional<Reason> withoutOnCpu();

  /** A stack of a thread on a CPU, innermost first. */
  record OnCpu(long tid, List<JavaFrame> stack) {
    /** Keeps a copy. */
    public OnCpu {
      stack = List.copyOf(stack);
    }
  }

  /**
   * What a JVM counts of its threads, since its start.
   *
   * @param started how many were started
   * @param stoppedNs how long it had stopped all of them; negative if unknown
   */
  record ThreadCounts(long started, long stoppedNs) {}

  /**
   * The pools at one moment.
   *
   * @param pools those with a consistent sample
   * @param unread the class of the queue of other pools, and their number
   */
  record Pools(List<PoolNow> pools, Map<String, Integer> unread) {
    /** Keeps copies. */
    public Pools {
      pools = List.copyOf(pools);
      unread = Map.copyOf(unread);
    }
  }

  /**
   * A pool at one moment.
   *
   * @param kind its kind
   * @param tids the kernel's ids of its threads, as in {@link ThreadSample#tid}; those of carriers
   *     are empty
   * @param sample its counts
   */
  record PoolNow(ThreadPool.Kind kind, List<Long> tids, PoolSample sample) {
    /** Keeps a copy. */
    public PoolNow {
      tids = List.copyOf(tids);
    }
  }
}
