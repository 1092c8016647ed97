package dev.foliot.bench.cpus;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * The CPUs of this process, whatever CPU a task pins its own thread to.
 *
 * <p>A pinned thread counts one CPU, and the threads that it starts get that CPU too. So one thread
 * begins before any code under test runs, and is never pinned. It counts the CPUs, and it starts
 * the threads of the harness.
 */
public final class StartCpus {
  /** The name of the thread, which stays until the process ends. */
  public static final String THREAD_NAME = "foliot-cpus";

  private static final ThreadPoolExecutor STARTER = starter();

  private StartCpus() {}

  /** Begins the thread; call it before code under test runs. Later calls do nothing. */
  public static void keep() {
    STARTER.prestartCoreThread();
  }

  /** The number of CPUs that this process may use. */
  public static int count() {
    return call(() -> Runtime.getRuntime().availableProcessors());
  }

  /**
   * Runs an action in the thread that is never pinned, and waits for it. The threads that it starts
   * are not pinned either.
   *
   * @param action whose context class loader is that of the calling thread
   * @return its result
   */
  public static <T> T call(Supplier<T> action) {
    if (Thread.currentThread() instanceof Starter) {
      return action.get();
    }
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    Future<T> result =
        STARTER.submit(() -> {
          Thread.currentThread().setContextClassLoader(loader);
          try {
            return action.get();
          } finally {
            Thread.currentThread().setContextClassLoader(StartCpus.class.getClassLoader());
          }
        });
    return get(result);
  }

  private static <T> T get(Future<T> result) {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return result.get();
        } catch (InterruptedException e) {
          interrupted = true;
        } catch (ExecutionException e) {
          if (e.getCause() instanceof RuntimeException thrown) {
            throw thrown;
          }
          if (e.getCause() instanceof Error thrown) {
            throw thrown;
          }
          throw new IllegalStateException(e);
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /**
   * A daemon thread that is not pinned when it starts. All else it takes from the calling thread,
   * as any thread does.
   */
  public static Thread thread(Runnable body, String name) {
    Thread thread =
        new Thread(body, name) {
          @Override
          @SuppressWarnings("UnsynchronizedOverridesSynchronized") // the other thread locks it
          public void start() {
            call(() -> {
              super.start();
              return true;
            });
          }
        };
    thread.setDaemon(true);
    return thread;
  }

  private static ThreadPoolExecutor starter() {
    ThreadPoolExecutor one =
        new ThreadPoolExecutor(
            1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), Starter::new);
    one.prestartCoreThread();
    return one;
  }

  /** The thread that is never pinned. */
  private static final class Starter extends Thread {
    Starter(Runnable body) {
      super(body, THREAD_NAME);
      setDaemon(true);
    }
  }
}
