package dev.foliot.jlbh;

import dev.foliot.bench.Jitter;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

/** The program in this JVM: where its measurements go, and how many it has begun. */
public final class Program {
  /** Two loads at once would disturb each other. */
  public static final ReentrantLock ONE_LOAD = new ReentrantLock();

  private static final AtomicInteger BEGUN = new AtomicInteger();
  private static final AtomicInteger RUNNING = new AtomicInteger();
  private static volatile Reports reports = Reports.NONE;
  private static volatile Jitter.Mode jitter = Jitter.Mode.AUTO;

  private Program() {}

  /** Where measurements go. */
  public static Reports reports() {
    return reports;
  }

  static void reportTo(Reports to) {
    reports = to;
  }

  /** How the pause meter waits. */
  public static Jitter.Mode jitter() {
    return jitter;
  }

  static void recordJitter(Jitter.Mode mode) {
    jitter = mode;
  }

  /** A measurement begins, in any thread. */
  public static void begin() {
    BEGUN.incrementAndGet();
    RUNNING.incrementAndGet();
  }

  /** A measurement that has begun ends. */
  public static void end() {
    RUNNING.decrementAndGet();
  }

  static int begun() {
    return BEGUN.get();
  }

  static boolean isRunning() {
    return RUNNING.get() > 0;
  }
}
