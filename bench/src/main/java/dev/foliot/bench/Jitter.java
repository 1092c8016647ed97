package dev.foliot.bench;

import dev.foliot.text.Shown;
import java.util.List;
import java.util.Locale;

/**
 * The stalls that the pause meter recorded.
 *
 * @param mode {@code spin} or {@code sleep}
 * @param durations the stalls: gaps above a microsecond of a spinning meter, lateness of a sleeping
 *     one
 * @param stalls stalls of a millisecond or more, in order, at most the first 10,000
 */
public record Jitter(String mode, Durations durations, List<Stall> stalls) {
  /** How the pause meter waits. */
  public enum Mode {
    /** Spins where the code under test has two CPUs left, else sleeps. */
    AUTO,
    /** Spins, as JLBH's jitter thread does. */
    SPIN,
    /** Sleeps. */
    SLEEP;

    /**
     * Reads {@code auto}, {@code spin} or {@code sleep}.
     *
     * @throws BadOptionException if the text has another form
     */
    public static Mode parse(String text) {
      return switch (text) {
        case "auto" -> AUTO;
        case "spin" -> SPIN;
        case "sleep" -> SLEEP;
        default ->
            throw new BadOptionException(
                "'" + Shown.text(text) + "' is no way to record jitter: use spin, sleep or auto");
      };
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * A stall of the JVM.
   *
   * @param startNs from the start of the load
   * @param lengthNs its length
   */
  public record Stall(long startNs, long lengthNs) {}
}
