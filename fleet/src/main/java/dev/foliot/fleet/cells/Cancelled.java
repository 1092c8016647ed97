package dev.foliot.fleet.cells;

/** Ends long loops early. */
public final class Cancelled {
  private Cancelled() {}

  /**
   * Does nothing unless the thread is interrupted.
   *
   * @throws FleetException after an interrupt; the thread stays interrupted
   */
  public static void check() {
    if (Thread.currentThread().isInterrupted()) {
      throw new FleetException("interrupted");
    }
  }
}
