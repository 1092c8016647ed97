package dev.foliot.store;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * One percentile over the forks of a run, in the unit of the forks' own figures.
 *
 * @param median of the forks, null where they together cannot carry it
 * @param min the least of them
 * @param max the greatest of them
 * @param low the lower end of the 95 % interval of the median, null with fewer than three forks
 * @param high its upper end
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
public record Spread(
    @Nullable Long median,
    @Nullable Long min,
    @Nullable Long max,
    @Nullable Long low,
    @Nullable Long high) {

  /** Without an interval. */
  public Spread(@Nullable Long median, @Nullable Long min, @Nullable Long max) {
    this(median, min, max, null, null);
  }
}
