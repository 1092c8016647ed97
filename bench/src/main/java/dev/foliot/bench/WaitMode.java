package dev.foliot.bench;

import dev.foliot.text.Shown;

/** How a producer waits for the next intended start. */
public enum WaitMode {
  /** Chosen for the rate and for the CPUs granted. */
  AUTO,
  /** Spins all the time: the least lateness, one CPU per producer. */
  SPIN,
  /** Parks, and spins at the end of the wait where a CPU is to spare. */
  PARK;

  /**
   * Reads {@code auto}, {@code spin} or {@code park}.
   *
   * @throws BadOptionException if the text has another form
   */
  public static WaitMode parse(String text) {
    return switch (text) {
      case "auto" -> AUTO;
      case "spin" -> SPIN;
      case "park" -> PARK;
      default ->
          throw new BadOptionException(
              "'" + Shown.text(text) + "' is no way to wait: use spin, park or auto");
    };
  }

  @Override
  public String toString() {
    return name().toLowerCase(java.util.Locale.ROOT);
  }
}
