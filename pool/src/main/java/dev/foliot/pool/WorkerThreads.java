package dev.foliot.pool;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Makes a pool's threads, if no factory was given: not daemon, of normal priority.
 *
 * <p>Whichever thread happens to submit a task may have to start a worker. So that a worker does
 * not depend on that, it gets the thread group and the context class loader of the thread that
 * built the pool, and inherits no thread locals.
 *
 * <p>One thing it cannot help: up to JDK 23 a thread keeps what the code that made it may do (its
 * {@code AccessControlContext}), and with it the class loaders of that code, for as long as it
 * lives. That is the code of whoever submitted the task, as with the threads of a {@link
 * java.util.concurrent.ThreadPoolExecutor}.
 */
final class WorkerThreads implements ThreadFactory {
  private final AtomicLong made = new AtomicLong();
  private final String name;
  private final @Nullable ThreadGroup group = Thread.currentThread().getThreadGroup();
  private final @Nullable ClassLoader loader = Thread.currentThread().getContextClassLoader();

  WorkerThreads(String name) {
    this.name = name;
  }

  /**
   * A factory that sees the context class loader of the thread that built the pool, whichever
   * thread calls it: most hand that of the caller on.
   */
  static ThreadFactory steady(ThreadFactory given) {
    ClassLoader builders = Thread.currentThread().getContextClassLoader();
    return run -> {
      Thread caller = Thread.currentThread();
      ClassLoader callers = caller.getContextClassLoader();
      caller.setContextClassLoader(builders);
      try {
        return given.newThread(run);
      } finally {
        caller.setContextClassLoader(callers);
      }
    };
  }

  @Override
  @SuppressWarnings("ThreadPriorityCheck") // not the priority of whoever submits
  public Thread newThread(Runnable run) {
    Thread thread = new Thread(group, run, name + "-" + made.incrementAndGet(), 0, false);
    thread.setDaemon(false);
    thread.setPriority(Thread.NORM_PRIORITY);
    thread.setContextClassLoader(loader);
    return thread;
  }
}
