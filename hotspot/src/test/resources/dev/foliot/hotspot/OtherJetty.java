package acme.jetty.util.thread;

import java.util.concurrent.locks.LockSupport;

/** The shape of a bundled Jetty of another version, whose pool has other fields. */
public final class OtherJetty {
  private OtherJetty() {}

  /** Starts some threads. */
  public static void start(int threads) {
    Runnable runner = new QueuedThreadPool().runner;
    for (int i = 0; i < threads; i++) {
      new Thread(runner, "other-" + i).start();
    }
  }
}

final class QueuedThreadPool {
  final Runnable runner = new Runner();
  private int parks;

  private final class Runner implements Runnable {
    @Override
    public void run() {
      while (parks >= 0) {
        LockSupport.park();
        parks = 1;
      }
    }
  }
}
