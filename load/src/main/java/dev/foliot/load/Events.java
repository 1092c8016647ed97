package dev.foliot.load;

import dev.foliot.bench.BadOptionException;
import dev.foliot.bench.TimeSpan;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Shown;
import java.util.regex.Pattern;

/**
 * The events that a request waits for: server-sent ones, or the messages of a stream of gRPC.
 * Immutable.
 *
 * @param count how many, 1 to 1,000,000; 0 for any number
 * @param lengthNs how long they are listened to, 10 ms to 10 min; 0 until the server ends
 */
public record Events(long count, long lengthNs) {
  /** All until the server ends. */
  public static final Events ALL = new Events(0, 0);

  private static final String ALL_TEXT = "all";
  private static final Pattern COUNT = Pattern.compile("[0-9]{1,9}");
  private static final long MOST = 1_000_000;
  private static final long SHORTEST_NS = 10_000_000;
  private static final long LONGEST_NS = 600_000_000_000L;

  /**
   * Checks the ranges.
   *
   * @throws FoliotException for a value out of range, with the remedy
   */
  public Events {
    if (count < 0 || count > MOST) {
      throw FoliotException.usage(count + " events are out of range: from 1 to " + MOST);
    }
    if (lengthNs != 0 && (lengthNs < SHORTEST_NS || lengthNs > LONGEST_NS)) {
      throw FoliotException.usage(
          "events are listened to for %s to %s"
              .formatted(TimeSpan.format(SHORTEST_NS), TimeSpan.format(LONGEST_NS)));
    }
  }

  /**
   * Parses {@code all}, a number or a time.
   *
   * @throws FoliotException for any other text, with the remedy
   */
  public static Events parse(String text) {
    if (text.equals(ALL_TEXT)) {
      return ALL;
    }
    if (COUNT.matcher(text).matches() && Long.parseLong(text) > 0) {
      return new Events(Long.parseLong(text), 0);
    }
    try {
      return new Events(0, TimeSpan.parseNs(text));
    } catch (BadOptionException e) {
      throw FoliotException.usage(
          "events '"
              + Shown.text(text)
              + "': write all, how many, as in 10, or how long, as in 30s");
    }
  }

  /** Whether an end of the server's is too early. */
  public boolean isEarly(long events) {
    return lengthNs > 0 || events < count;
  }

  @Override
  public String toString() {
    return count > 0 ? Long.toString(count) : lengthNs > 0 ? TimeSpan.format(lengthNs) : ALL_TEXT;
  }
}
