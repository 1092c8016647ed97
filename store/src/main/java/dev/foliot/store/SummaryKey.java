package dev.foliot.store;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The name of a row of a run's summary: {@code arm 0 load 2 response}.
 *
 * @param arm index of the arm; null where the run has one
 * @param load index of the load; null where the run has one
 * @param kind {@link #RESPONSE}, {@link #SERVICE}, {@code lag}, {@code probe NAME} …
 */
public record SummaryKey(@Nullable Integer arm, @Nullable Integer load, String kind) {
  /** The kind of response times. */
  public static final String RESPONSE = "response";

  /** The kind of service times. */
  public static final String SERVICE = "service";

  private static final String PROBE = "probe ";
  private static final Pattern TEXT =
      Pattern.compile("(?:arm (\\d{1,9}) )?(?:load (\\d{1,9}) )?(.*)", Pattern.DOTALL);

  /** Makes the kind valid Unicode. */
  public SummaryKey {
    kind = Copies.unicode(kind);
  }

  /**
   * The key of an arm's row under a load.
   *
   * @param arms how many the run has
   * @param loads how many the run has
   */
  public static SummaryKey of(int arm, int arms, int load, int loads, String kind) {
    return new SummaryKey(arms > 1 ? arm : null, loads > 1 ? load : null, kind);
  }

  /** Reads the text of a key. */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public static SummaryKey parse(String text) {
    Matcher matcher = TEXT.matcher(text);
    if (!matcher.matches()) {
      return new SummaryKey(null, null, text);
    }
    return new SummaryKey(number(matcher.group(1)), number(matcher.group(2)), matcher.group(3));
  }

  private static @Nullable Integer number(@Nullable String digits) {
    return digits == null ? null : Integer.valueOf(digits);
  }

  /** The kind of a probe. */
  public static String probe(String name) {
    return PROBE + name;
  }

  /** The probe that a kind is of; null if it is of none. */
  public static @Nullable String probeOf(String kind) {
    return kind.startsWith(PROBE) ? kind.substring(PROBE.length()) : null;
  }

  /** Whether the row is of an arm; so is each row of a run with one. */
  public boolean isOf(int index) {
    return arm == null || arm == index;
  }

  @JsonValue
  @Override
  public String toString() {
    return (arm == null ? "" : "arm " + arm + " ")
        + (load == null ? "" : "load " + load + " ")
        + kind;
  }
}
