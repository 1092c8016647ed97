package dev.foliot.diagnose.locks;

import dev.foliot.hotspot.code.JavaFrame;
import dev.foliot.hotspot.locks.ThreadSample;
import dev.foliot.hotspot.pool.PoolSampler;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which threads of a server's pool run a job, by their stacks. For one thread.
 *
 * <p>Some threads of Jetty's pool hold one job for good: they accept connections, wait for events,
 * or are reserved for later. These and idle threads are free here. The methods are those by which
 * Jetty's own dump knows them [1].
 *
 * <p>The pool counts no jobs by thread. So a job counts as completed when a thread that was blocked
 * in it is free in a later sample. A loop that takes from a queue never gets there.
 *
 * <p>[1] QueuedThreadPool.getCompressedStackTag; ReservedThreadExecutor waits in reservedWait,
 * since 12 in waitForTask.
 */
final class ServerThreads {
  private static final String RUNNER = ".jetty.util.thread.QueuedThreadPool$Runner";
  private static final String RESERVED = ".jetty.util.thread.ReservedThreadExecutor$ReservedThread";
  private static final String SELECTOR = ".jetty.io.ManagedSelector$SelectorProducer";
  private static final String ACCEPTOR = ".jetty.server.AbstractConnector$Acceptor";

  private static final String IDLE = "org.jboss.threads.EnhancedQueueExecutor$PoolThreadNode";

  private final Map<Long, Job> jobs = new HashMap<>();

  private static final class Job {
    boolean isBlocked;
    long completed;
  }

  /**
   * Whether a thread runs no job of the program.
   *
   * @param frames its stack, innermost first; empty if unknown
   */
  static boolean isFree(List<JavaFrame> frames) {
    for (JavaFrame frame : frames) {
      String type = frame.className();
      String method = frame.method();
      if (type.endsWith(ACCEPTOR)
          || (type.equals(IDLE) && method.equals("park"))
          || (type.endsWith(RUNNER) && method.equals("idleJobPoll"))
          || (type.endsWith(RESERVED)
              && (method.equals("reservedWait") || method.equals("waitForTask")))
          || (type.endsWith(SELECTOR) && method.equals("select"))) {
        return true;
      }
    }
    return false;
  }

  /** A thread of the pool as a worker; a running thread, whose stack is unknown, has a job. */
  PoolSampler.Worker worker(ThreadSample thread, boolean isFree) {
    Job job = jobs.computeIfAbsent(thread.tid(), any -> new Job());
    if (isFree && job.isBlocked) {
      job.completed++;
    }
    job.isBlocked = !isFree && (job.isBlocked || thread.state() != ThreadSample.State.RUNNING);
    return new PoolSampler.Worker(!isFree, job.completed);
  }
}
