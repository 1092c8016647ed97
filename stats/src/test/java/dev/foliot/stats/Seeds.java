package dev.foliot.stats;

import java.util.SplittableRandom;

/** A fresh seed for every run of a test, printed to repeat a failure. */
final class Seeds {
  private Seeds() {}

  static long fresh(String test) {
    long seed = new SplittableRandom().nextLong();
    System.out.println(test + ": seed " + seed);
    return seed;
  }
}
