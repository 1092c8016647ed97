package dev.foliot.service.profile;

import java.lang.management.ManagementFactory;

/**
 * A JVM for tests with two methods, one with four times the work of the other. It runs until it has
 * used the CPU time of its argument, in milliseconds.
 */
public final class HotProgram {
  private static volatile long sink;

  private HotProgram() {}

  /** Runs the program. */
  public static void main(String[] args) {
    long mostNs = Long.parseLong(args[0]) * 1_000_000;
    while (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() < mostNs) {
      hotter();
      warmer();
    }
    if (args.length > 1) {
      Runtime.getRuntime().halt(0);
    }
  }

  static void hotter() {
    sink = work(sink, 800_000);
  }

  static void warmer() {
    sink = work(sink, 200_000);
  }

  private static long work(long seed, int steps) {
    long value = seed;
    for (int i = 0; i < steps; i++) {
      value = value * 6364136223846793005L + 1442695040888963407L;
    }
    return value;
  }
}
