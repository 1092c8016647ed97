package dev.foliot.pool;

/**
 * Whether the stack has room for what must not be broken off in its middle.
 *
 * <p>Who submits a task at the end of its stack gets a {@link StackOverflowError}; it is to come
 * before a worker is counted that nobody starts. The JVM tells nobody how much room is left, so as
 * many frames are laid as the rest could need. It is no guarantee: frames of interpreted code are
 * larger than those of compiled code.
 */
final class StackRoom {
  /** Some 10 KB of interpreted frames or 2 KB of compiled ones, laid in 0.3 to 0.5 us. */
  private static final int FRAMES = 128;

  private StackRoom() {}

  /**
   * @throws StackOverflowError if there is not enough
   */
  static void check() {
    if (lay(FRAMES) != FRAMES) {
      throw new AssertionError("frames were lost");
    }
  }

  private static int lay(int frames) {
    return frames == 0 ? 0 : 1 + lay(frames - 1);
  }
}
