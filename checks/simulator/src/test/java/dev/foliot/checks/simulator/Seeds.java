package dev.foliot.checks.simulator;

import java.util.SplittableRandom;

/** A new seed for every run of a test, printed to repeat a failure. */
final class Seeds {
  private Seeds() {}

  static long fresh(String test) {
    long seed = new SplittableRandom().nextLong();
    System.out.println(test + ": seed " + seed);
    return seed;
  }
}
