package dev.foliot.pool;

/**
 * The pool's events in a flight recording: {@code foliot.PoolResize} and {@code foliot.PoolHang}.
 * Nothing is done where none is recorded, and nothing fails where the module jdk.jfr is missing, as
 * in an image made by jlink. Safe for any thread.
 */
final class PoolEvents {
  private static final boolean IS_THERE = isThere();

  private PoolEvents() {}

  private static boolean isThere() {
    try {
      Class.forName("jdk.jfr.Event", false, PoolEvents.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException | LinkageError e) {
      return false;
    }
  }

  /** The size of the pool of that name was changed. */
  static void resized(String pool, Resize resize) {
    if (IS_THERE) {
      FlightEvents.resized(pool, resize);
    }
  }

  /** In the pool of that name tasks wait and none ends. */
  static void hung(String pool, Hang hang) {
    if (IS_THERE) {
      FlightEvents.hung(pool, hang);
    }
  }
}
