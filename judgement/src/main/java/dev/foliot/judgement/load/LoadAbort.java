package dev.foliot.judgement.load;

import dev.foliot.bench.BadOptionException;
import dev.foliot.bench.TimeSpan;
import dev.foliot.text.Shown;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What ends a load early: more failures, for a time, than it makes sense to go on with. Immutable.
 *
 * @param share of the requests, from 0 to below 1; more are too many
 * @param forNs how long, from 1 s to 1 h
 * @param text as it was written
 */
public record LoadAbort(double share, long forNs, String text) {
  private static final Pattern TEXT =
      Pattern.compile(
          "errors\\s*>\\s*(?<share>[0-9]{1,2}(?:\\.[0-9]{1,6})?)\\s*%\\s+for\\s+(?<time>\\S{1,40})");
  private static final long SHORTEST_NS = 1_000_000_000L;
  private static final long LONGEST_NS = 3_600 * SHORTEST_NS;

  /**
   * Parses {@code errors>5% for 10s}.
   *
   * @throws BadOptionException for any other text, with the fix
   */
  public static LoadAbort parse(String text) {
    Matcher matcher = TEXT.matcher(text.strip());
    if (!matcher.matches()) {
      throw new BadOptionException(
          "'" + Shown.text(text) + "' does not say when to end: write 'errors>5% for 10s'");
    }
    long forNs = TimeSpan.parseNs(matcher.group("time"));
    if (forNs < SHORTEST_NS || forNs > LONGEST_NS) {
      throw new BadOptionException(
          "'" + Shown.text(text) + "': the time is out of range: from 1s to 1h");
    }
    return new LoadAbort(Double.parseDouble(matcher.group("share")) / 100, forNs, text.strip());
  }
}
