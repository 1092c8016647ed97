package dev.foliot.pool;

/**
 * Writes the pool's events to a flight recording: {@code foliot.PoolResize} and {@code
 * foliot.PoolHang}. It does nothing without a recording, and never fails without the module
 * jdk.jfr, as in some images made by jlink. Safe for any thread.
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

  /** Writes a change of the named pool's size. */
  static void resized(String pool, Resize resize) {
    if (IS_THERE) {
      FlightEvents.resized(pool, resize);
    }
  }

  /** Writes a hang of the named pool: tasks wait and no task ends. */
  static void hung(String pool, Hang hang) {
    if (IS_THERE) {
      FlightEvents.hung(pool, hang);
    }
  }
}
