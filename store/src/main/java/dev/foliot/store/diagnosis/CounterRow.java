package dev.foliot.store.diagnosis;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.foliot.store.Copies;
import org.jspecify.annotations.Nullable;

/**
 * A metric of two captures.
 *
 * @param metric its name with its unit, such as {@code cycles per instruction}
 * @param slow its value on the slow side
 * @param fast its value on the fast side
 * @param ratio ratio of slow to fast; 1 if both are 0, null if only the fast one is
 * @param low the least ratio that the error of the counts allows; null if unknown
 * @param high the greatest such ratio; null if unknown
 */
public record CounterRow(
    String metric,
    double slow,
    double fast,
    @JsonInclude(JsonInclude.Include.ALWAYS) @Nullable Double ratio,
    @Nullable Double low,
    @Nullable Double high) {
  /** Checks that JSON can hold it. */
  public CounterRow {
    metric = Copies.unicode(metric);
    Copies.finite(slow, "slow");
    Copies.finite(fast, "fast");
    Copies.finiteOrNull(ratio, "ratio");
    Copies.finiteOrNull(low, "low");
    Copies.finiteOrNull(high, "high");
  }

  /** Whether the error of the counts alone may explain the difference. */
  public boolean withinError() {
    return low != null && high != null && low <= 1 && high >= 1;
  }
}
