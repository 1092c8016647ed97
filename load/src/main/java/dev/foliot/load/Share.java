package dev.foliot.load;

import dev.foliot.bench.BadOptionException;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Shown;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which part of a load a process plays: every n-th request of its schedule, and its share of the
 * connections. The parts of all processes are the load, request by request. Immutable.
 *
 * @param number from 1
 * @param of how many there are, 1 to 10,000
 */
public record Share(int number, int of) {
  /** All of it. */
  public static final Share WHOLE = new Share(1, 1);

  private static final int MOST = 10_000;
  private static final Pattern TEXT = Pattern.compile("([0-9]{1,5})/([0-9]{1,5})");

  /** Checks the ranges. */
  public Share {
    if (of < 1 || of > MOST || number < 1 || number > of) {
      throw FoliotException.usage(
          "part %d of %d: the first is 1/%d, and there are at most 10,000"
              .formatted(number, of, Math.max(1, of)));
    }
  }

  /**
   * Parses {@code 3/8}.
   *
   * @throws BadOptionException for any other text, with the fix
   */
  public static Share parse(String text) {
    Matcher matcher = TEXT.matcher(text.strip());
    if (!matcher.matches()) {
      throw new BadOptionException(
          "'" + Shown.text(text) + "' is no part of a load: write 3/8 for the third of eight");
    }
    return new Share(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)));
  }

  /** Its share of a number of things. */
  int of(int total) {
    return total / of + (number <= total % of ? 1 : 0);
  }

  /** Whether there are others. */
  public boolean isPart() {
    return of > 1;
  }

  @Override
  public String toString() {
    return number + "/" + of;
  }
}
