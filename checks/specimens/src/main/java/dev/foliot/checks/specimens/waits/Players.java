package dev.foliot.checks.specimens.waits;

import java.util.concurrent.atomic.AtomicLong;

/** Starts threads, and gives them something to do. */
final class Players {
  private static final AtomicLong SUM = new AtomicLong();
  private static final int STEPS = 20_000;

  private Players() {}

  static Thread start(String name, WaitSpecimen.Program part) {
    Thread thread = new Thread(() -> run(part), name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  static void run(WaitSpecimen.Program part) {
    try {
      part.start();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** Starts threads that repeat something for ever. */
  static void repeat(int threads, String name, WaitSpecimen.Program part) {
    for (int i = 1; i <= threads; i++) {
      start(
          name + i,
          () -> {
            while (true) {
              part.start();
            }
          });
    }
  }

  static void await(Thread thread, Thread.State state) throws InterruptedException {
    while (thread.getState() != state) {
      Thread.sleep(1);
    }
  }

  /** Some ten microseconds of CPU time. */
  static void compute() {
    long sum = SUM.get();
    for (int i = 0; i < STEPS; i++) {
      sum = sum * 31 + i;
    }
    SUM.lazySet(sum);
  }
}
