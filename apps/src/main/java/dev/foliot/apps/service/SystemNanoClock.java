package dev.foliot.apps.service;

/** The one place that reads {@link System#nanoTime()}. */
final class SystemNanoClock implements NanoClock {
  static final SystemNanoClock INSTANCE = new SystemNanoClock();

  private SystemNanoClock() {}

  @Override
  public long nanoTime() {
    return System.nanoTime();
  }
}
