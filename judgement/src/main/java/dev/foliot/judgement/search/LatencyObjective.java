package dev.foliot.judgement.search;

import dev.foliot.bench.BadOptionException;
import dev.foliot.bench.TimeSpan;
import dev.foliot.store.Percentiles;
import dev.foliot.text.Numbers;
import dev.foliot.text.Shown;
import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A limit on a percentile of the response time.
 *
 * @param text as written, {@code p99.9<1ms}
 * @param percentile its name, {@code p99_9}
 * @param inclusive whether the limit itself is allowed
 * @param limitNs above 0
 */
public record LatencyObjective(String text, String percentile, boolean inclusive, long limitNs) {
  private static final Pattern TEXT =
      Pattern.compile("p(?<percentile>[0-9.]{1,9})\\s*(?<sign><=?)(?<limit>[^<>=]{1,40})");
  private static final String FORM = "write a promise in quotes, as in 'p99.9<1ms'";

  /**
   * Parses {@code pPERCENTILE<TIME} or {@code pPERCENTILE<=TIME}, with a percentile of 50, 90, 99,
   * 99.9 or 99.99.
   *
   * @throws BadOptionException for any other text, with the fix
   */
  public static LatencyObjective parse(String text) {
    LatencyObjective objective = parseAny(text);
    if (!Percentiles.NAMES.contains(objective.percentile)) {
      throw new BadOptionException(
          "'"
              + Shown.text(text)
              + "': only p50, p90, p99, p99.9 and p99.99 can be promised; "
              + FORM);
    }
    return objective;
  }

  /**
   * The same with any percentile above 0 and below 100, as {@code p97.5<1ms}.
   *
   * @throws BadOptionException for any other text, with the fix
   */
  public static LatencyObjective parseAny(String text) {
    Matcher matcher = TEXT.matcher(text.strip());
    if (!matcher.matches()) {
      throw new BadOptionException("'" + Shown.text(text) + "' is no promise: " + FORM);
    }
    String percentile;
    try {
      percentile = Percentiles.name(new BigDecimal(matcher.group("percentile")));
    } catch (IllegalArgumentException e) {
      throw new BadOptionException(
          "'" + Shown.text(text) + "': a percentile is above 0 and below 100; " + FORM);
    }
    long limitNs =
        TimeSpan.parseNs(
            matcher.group("limit").replaceFirst("(?<=[0-9]) (?=(us|ms|s|min|h)$)", ""));
    if (limitNs == 0) {
      throw new BadOptionException(
          "'" + Shown.text(text) + "': the limit must be above zero; " + FORM);
    }
    return new LatencyObjective(
        text.strip(), percentile, matcher.group("sign").length() > 1, limitNs);
  }

  /** Whether a value of the percentile meets it. */
  public boolean isKeptBy(long ns) {
    return inclusive ? ns <= limitNs : ns < limitNs;
  }

  /** The share of messages allowed beyond the percentile. */
  public double beyondShare() {
    return (100 - Percentiles.percentile(percentile)) / 100;
  }

  /** The percentile for people, {@code p99.9}. */
  public String shownPercentile() {
    return Numbers.percentileName(percentile);
  }

  /** In the form {@code p99.9 < 1 ms}. */
  @Override
  public String toString() {
    String limit = TimeSpan.format(limitNs).replaceFirst("(?<=\\d)(?=[a-z])", " ");
    return shownPercentile() + (inclusive ? " <= " : " < ") + limit;
  }
}
