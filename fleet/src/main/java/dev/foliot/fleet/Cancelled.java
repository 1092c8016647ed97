package dev.foliot.fleet;

/** Ends long loops early. */
final class Cancelled {
  private Cancelled() {}

  /**
   * Does nothing unless the thread is interrupted.
   *
   * @throws FleetException after an interrupt; the thread stays interrupted
   */
  static void check() {
    if (Thread.currentThread().isInterrupted()) {
      throw new FleetException("interrupted");
    }
  }
}
