package dev.foliot.lab.study;

import org.jspecify.annotations.Nullable;

/**
 * What a fork has under load, ready: the arm's service, and what that calls in turn.
 *
 * @param remote null where it calls nothing
 */
record Serving(Service service, @Nullable Service remote) implements AutoCloseable {
  /**
   * Passes if all of it still lives.
   *
   * @throws dev.foliot.lab.arm.ArmException if it does not
   */
  void check() {
    service.check();
    if (remote != null) {
      remote.check();
    }
  }

  @Override
  public void close() {
    try {
      service.close();
    } finally {
      if (remote != null) {
        remote.close();
      }
    }
  }
}
