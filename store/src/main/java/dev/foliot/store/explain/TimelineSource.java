package dev.foliot.store.explain;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Where stops were looked for.
 *
 * @param name as in {@code safepoints and collections}
 * @param everyNs the median time from one reading to the next, in nanoseconds; 0 without readings
 * @param readings how many there were
 * @param unavailable why there were none; null otherwise
 */
public record TimelineSource(
    String name, long everyNs, long readings, @Nullable String unavailable) {
  /** Checks that nothing is missing. */
  public TimelineSource {
    Objects.requireNonNull(name, "name");
  }
}
