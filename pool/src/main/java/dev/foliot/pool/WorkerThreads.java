package dev.foliot.pool;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Makes a pool's default threads: not daemon, of normal priority.
 *
 * <p>Any submitting thread may have to start a worker. Workers must not depend on it. They get the
 * thread group and the context class loader of the thread that built the pool, and inherit no
 * thread locals.
 *
 * <p>One dependence remains up to JDK 23. A thread keeps the permissions of the code that made it
 * (its {@code AccessControlContext}), and with them that code's class loaders, for its whole life.
 * That code belongs to the submitter, as with the threads of a {@link
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
   * Wraps a factory to always run with the context class loader of the pool's builder. Most
   * factories pass on the caller's.
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
  @SuppressWarnings("ThreadPriorityCheck") // not the priority of the submitter
  public Thread newThread(Runnable run) {
    Thread thread = new Thread(group, run, name + "-" + made.incrementAndGet(), 0, false);
    thread.setDaemon(false);
    thread.setPriority(Thread.NORM_PRIORITY);
    thread.setContextClassLoader(loader);
    return thread;
  }
}
