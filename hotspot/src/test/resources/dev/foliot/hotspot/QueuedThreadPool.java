package org.eclipse.jetty.util.thread;

import java.util.concurrent.atomic.AtomicLong;
import org.eclipse.jetty.util.BlockingArrayQueue;

/** The shape of Jetty's pool: the same names of classes and fields, and the same counts. */
public class QueuedThreadPool {
  private static final long THREAD = 1L << 32;

  private final AtomicBiInteger _counts = new AtomicBiInteger();
  private final BlockingArrayQueue _jobs = new BlockingArrayQueue();
  private final Runnable _runnable = new Runner();

  /** Starts some threads. */
  public QueuedThreadPool(int threads, String name) {
    _counts.set(threads * THREAD + threads);
    for (int i = 0; i < threads; i++) {
      new Thread(_runnable, name + i).start();
    }
  }

  /** Adds a job. */
  public void execute(Runnable job) {
    addIdle(-1);
    _jobs.add(job);
  }

  private void addIdle(int change) {
    _counts.updateAndGet(counts -> (counts >> 32) * THREAD | ((int) counts + change) & 0xffffffffL);
  }

  private static final class AtomicBiInteger extends AtomicLong {}

  private final class Runner implements Runnable {
    @Override
    public void run() {
      while (_counts.get() >= 0) {
        _jobs.take().run();
        addIdle(1);
      }
    }
  }

  /** A pool that a program has made its own. */
  public static final class Sub extends QueuedThreadPool {
    /** Starts some threads. */
    public Sub(int threads, String name) {
      super(threads, name);
    }
  }
}
