package dev.foliot.store;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * A percentile over the forks of a run, in the unit of their figures.
 *
 * @param median the median of the forks, null if together they lack the data
 * @param min the minimum of the forks
 * @param max the maximum of the forks
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
