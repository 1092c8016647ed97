package dev.foliot.load.java;

import java.time.Duration;

/**
 * How long a user pauses before a request: {@code think} in YAML. Immutable, and safe for use by
 * many threads.
 *
 * <p>Pauses are 0 to 1 h long; a plan refuses others.
 *
 * @since 0.1.0
 */
public final class Pause {
  private final String text;

  private Pause(String text) {
    this.text = text;
  }

  /** Pauses of equal length. */
  public static Pause constant(Duration time) {
    return new Pause("constant:" + Entries.text(time));
  }

  /** Exponential pauses: most are shorter than the mean, and some are much longer. */
  public static Pause exponential(Duration mean) {
    return new Pause("exponential:" + Entries.text(mean));
  }

  /** Pauses of any length between two, equally often. */
  public static Pause uniform(Duration least, Duration most) {
    return new Pause("uniform:" + Entries.text(least) + ".." + Entries.text(most));
  }

  /** As YAML has it. */
  @Override
  public String toString() {
    return text;
  }
}
