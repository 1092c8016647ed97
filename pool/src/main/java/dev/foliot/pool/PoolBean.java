package dev.foliot.pool;

/**
 * A pool's place in the platform's MBean server. Where the module java.management is missing, as in
 * an image made by jlink, there is none and nothing fails. Safe for any thread.
 */
final class PoolBean {
  private final Runnable removal;

  private PoolBean(Runnable removal) {
    this.removal = removal;
  }

  /**
   * Shows a pool, and does not keep it from being collected.
   *
   * @param name as the user gave it; a number is added where another pool has it already
   */
  static PoolBean register(AdaptivePool pool, String name) {
    try {
      return new PoolBean(JmxRegistration.register(pool, name));
    } catch (LinkageError e) {
      return new PoolBean(() -> {});
    }
  }

  /** Shows the pool no longer; the second call does nothing. */
  void unregister() {
    removal.run();
  }
}
