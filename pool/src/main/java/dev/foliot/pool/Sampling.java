package dev.foliot.pool;

/**
 * Which of the numbered tasks are taken as samples: about one in so many, whatever the step by
 * which their numbers go.
 *
 * <p>Numbers that come in turns, as when each task starts one more thread, would all be taken or
 * none by their low bits. Multiplied by 2^32 over the golden ratio they lie evenly in the high
 * bits. [1] Knuth, "The Art of Computer Programming", volume 3, 6.4, Fibonacci hashing.
 */
final class Sampling {
  /** The greatest stride. */
  static final int MOST_STRIDE = 64;

  private static final int GOLDEN = 0x9E3779B9;
  private static final int SHIFT = 26;

  private Sampling() {}

  /**
   * Whether the task of that number is a sample.
   *
   * @param mask one less than a power of two up to {@link #MOST_STRIDE}: of how many one is taken
   */
  static boolean takes(int number, int mask) {
    return (((number * GOLDEN) >>> SHIFT) & mask) == 0;
  }
}
