package org.apache.tomcat.util.threads;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;

/** The shape of Tomcat's copy of the JDK's executor: the same names of classes and fields. */
public final class ThreadPoolExecutor {
  private final AtomicInteger ctl;
  private final TaskQueue workQueue = new TaskQueue();

  /** Starts some threads. */
  public ThreadPoolExecutor(int threads, String name) {
    ctl = new AtomicInteger(-1 << 29 | threads);
    for (int i = 0; i < threads; i++) {
      Thread thread = new TaskThread(new Worker(), name + i);
      thread.start();
    }
  }

  /** Adds a task. */
  public void execute(Runnable task) {
    workQueue.add(task);
  }

  private static final class TaskQueue extends LinkedBlockingQueue<Runnable> {}

  private final class Worker extends AbstractQueuedSynchronizer implements Runnable {
    private volatile long completedTasks;

    @Override
    public void run() {
      while (ctl.get() < 0) {
        try {
          Runnable task = workQueue.take();
          setState(1);
          task.run();
          completedTasks = completedTasks + 1;
          setState(0);
        } catch (InterruptedException e) {
          return;
        }
      }
    }
  }
}

final class TaskThread extends Thread {
  TaskThread(Runnable task, String name) {
    super(new WrappingRunnable(task), name);
  }

  private static final class WrappingRunnable implements Runnable {
    private final Runnable wrappedRunnable;

    WrappingRunnable(Runnable wrapped) {
      wrappedRunnable = wrapped;
    }

    @Override
    public void run() {
      wrappedRunnable.run();
    }
  }
}
