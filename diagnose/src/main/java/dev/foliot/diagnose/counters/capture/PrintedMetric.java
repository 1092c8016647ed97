package dev.foliot.diagnose.counters.capture;

import java.util.OptionalDouble;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A metric that perf worked out: perf calls its name its unit, and puts a percent sign before it.
 *
 * @param name with its unit
 */
record PrintedMetric(String name, double value) {
  private static final Pattern BLANKS = Pattern.compile("\\s+");

  /** Null where it has no number, which perf prints as {@code nan} or {@code (null)}. */
  static @Nullable PrintedMetric of(String unit, String value) {
    OptionalDouble number = Numbers.of(value.strip());
    String text = BLANKS.matcher(unit).replaceAll(" ").strip();
    boolean percent = text.startsWith("%");
    String name = percent ? text.substring(1).strip() : text;
    if (number.isEmpty() || name.isEmpty()) {
      return null;
    }
    return new PrintedMetric(percent ? name + " (%)" : name, number.getAsDouble());
  }
}
