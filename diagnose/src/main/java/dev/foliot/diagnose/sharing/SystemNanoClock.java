package dev.foliot.diagnose.sharing;

/** The one place that reads {@link System#nanoTime()}. */
final class SystemNanoClock implements NanoClock {
  private static final int NANOS_PER_MILLI = 1_000_000;

  @Override
  public long nanos() {
    return System.nanoTime();
  }

  @Override
  public void sleep(long nanos) throws InterruptedException {
    Thread.sleep(nanos / NANOS_PER_MILLI, (int) (nanos % NANOS_PER_MILLI));
  }
}
