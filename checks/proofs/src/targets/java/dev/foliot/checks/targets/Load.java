package dev.foliot.checks.targets;

import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.Callable;

/** Two threads with repeated work, until standard input ends. */
final class Load {
  private static final long LOOK_MS = 100;
  private static final int QUIET_LOOKS = 10;
  private static final int MOST_LOOKS = 100;

  /** The results, which keeps the compiler from removing the work. */
  private static volatile long seen;

  private Load() {}

  /** A unit of work. Used by one thread only. */
  @FunctionalInterface
  interface Round {
    /** Performs it for the {@code i}-th time. */
    long run(long i) throws Exception;
  }

  /** Runs it: prints {@code ready} once the compilers are idle, or never will be. */
  static void play(Callable<Round> maker) throws Exception {
    for (int i = 1; i <= 2; i++) {
      Round round = maker.call();
      Thread thread = new Thread(() -> spin(round), "load-" + i);
      thread.setDaemon(true);
      thread.start();
    }
    warmUp();
    await();
  }

  /** Reports that it is ready, and waits for the end of its input. */
  static void await() throws Exception {
    System.out.println("ready");
    int read;
    do {
      read = System.in.read();
    } while (read >= 0);
  }

  private static void warmUp() throws InterruptedException {
    CompilationMXBean compilers = ManagementFactory.getCompilationMXBean();
    long before = -1;
    int quiet = 0;
    for (int look = 0; look < MOST_LOOKS && quiet < QUIET_LOOKS; look++) {
      Thread.sleep(LOOK_MS);
      long spent = compilers.getTotalCompilationTime();
      quiet = spent == before ? quiet + 1 : 0;
      before = spent;
    }
  }

  private static void spin(Round round) {
    try {
      long sum = 0;
      for (long i = 0; ; i++) {
        sum += round.run(i);
        if ((i & 1023) == 0) {
          seen = sum;
        }
      }
    } catch (Exception e) {
      e.printStackTrace();
      Runtime.getRuntime().halt(1);
    }
  }
}
