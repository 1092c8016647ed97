package dev.foliot.store.diagnosis;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.foliot.store.Copies;
import org.jspecify.annotations.Nullable;

/**
 * One metric of two captures.
 *
 * @param metric its name with its unit, as {@code cycles per instruction}
 * @param slow what it is on the slow side
 * @param fast what it is on the fast side
 * @param ratio of the slow to the fast; 1 where both are 0, null where only the fast one is
 */
public record CounterRow(
    String metric,
    double slow,
    double fast,
    @JsonInclude(JsonInclude.Include.ALWAYS) @Nullable Double ratio) {
  /** Checks that JSON can hold it. */
  public CounterRow {
    metric = Copies.unicode(metric);
    Copies.finite(slow, "slow");
    Copies.finite(fast, "fast");
    Copies.finiteOrNull(ratio, "ratio");
  }
}
