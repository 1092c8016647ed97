package dev.foliot.pool;

/**
 * Chooses samples among numbered tasks: about one in a given number, whatever the step of the
 * numbers.
 *
 * <p>If each task starts one more thread, numbers alternate. Their low bits would then select all
 * tasks or none. Multiplied by 2^32 over the golden ratio, numbers spread evenly in the high bits.
 * [1] Knuth, "The Art of Computer Programming", volume 3, 6.4, Fibonacci hashing.
 */
final class Sampling {
  /** The greatest stride. */
  static final int MOST_STRIDE = 64;

  private static final int GOLDEN = 0x9E3779B9;
  private static final int SHIFT = 26;

  private Sampling() {}

  /**
   * Whether the task with this number is a sample.
   *
   * @param mask the sampling distance less one; the distance is a power of two up to {@link
   *     #MOST_STRIDE}
   */
  static boolean takes(int number, int mask) {
    return (((number * GOLDEN) >>> SHIFT) & mask) == 0;
  }
}
