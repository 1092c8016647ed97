package dev.foliot.pool;

/**
 * Checks that the stack has room for code that must not be interrupted halfway.
 *
 * <p>A submitter at the end of its stack gets a {@link StackOverflowError}. It must come before a
 * worker is counted that no thread starts. The JVM does not reveal the remaining room. The check
 * therefore nests as many frames as the rest could need. It is no guarantee: interpreted frames are
 * larger than compiled ones.
 */
final class StackRoom {
  /** About 10 KB of interpreted frames or 2 KB of compiled ones, which take 0.3 to 0.5 us. */
  private static final int FRAMES = 128;

  private StackRoom() {}

  /**
   * @throws StackOverflowError if the room is too small
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
