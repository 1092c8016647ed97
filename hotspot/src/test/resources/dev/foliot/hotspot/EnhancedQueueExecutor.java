package org.jboss.threads;

import java.util.concurrent.locks.LockSupport;

/** The shape of JBoss's executor: the same names of classes and fields, and the same list. */
public final class EnhancedQueueExecutor {
  private volatile TaskNode head = new TaskNode();
  private volatile long threadStatus;
  private volatile long queueSize;

  /** Starts some threads, which are blocked in a first task, or idle. */
  public EnhancedQueueExecutor(int threads, String name, boolean isBlocked) {
    threadStatus = 0x8L << 40 | threads;
    head.next = isBlocked ? null : new PoolThreadNode();
    for (int i = 0; i < threads; i++) {
      new Thread(new ThreadBody(), name + i).start();
    }
  }

  /** Adds tasks behind the others. */
  public void add(int tasks) {
    QNode last = head;
    for (int i = 0; i < tasks; i++) {
      last.next = new TaskNode();
      last = last.next;
    }
    queueSize = (long) Integer.MAX_VALUE << 32 | tasks;
  }

  private abstract static class QNode {
    volatile QNode next;
  }

  private static final class TaskNode extends QNode {}

  private static final class PoolThreadNode extends QNode {}

  private final class ThreadBody implements Runnable {
    @Override
    public void run() {
      while (threadStatus >= 0 && queueSize >= 0) {
        LockSupport.park();
      }
    }
  }
}
