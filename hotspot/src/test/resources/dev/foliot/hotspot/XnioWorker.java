package org.xnio;

import java.util.concurrent.locks.LockSupport;

/** The shape of a worker of Undertow of another version: its threads run another wrapper. */
public final class XnioWorker {
  private XnioWorker() {}

  /** Starts a thread. */
  public static void start() {
    new Thread(new WorkerThreadFactory.Wrapper(), "XNIO-1 task-1").start();
  }

  private static final class WorkerThreadFactory {
    private static final class Wrapper implements Runnable {
      @Override
      public void run() {
        while (true) {
          LockSupport.park();
        }
      }
    }
  }
}
