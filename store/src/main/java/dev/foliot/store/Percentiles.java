package dev.foliot.store;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A summary of one duration: the figures of a histogram in one unit. A percentile without enough
 * data is null and appears in {@code insufficient}.
 *
 * @param unit unit of all figures except the count, usually {@code ns}
 * @param count number of durations
 * @param min exact minimum, null if empty
 * @param max exact maximum, null if empty
 * @param mean exact mean, null if empty
 * @param p50 the median
 * @param p90 the 90th percentile
 * @param p99 the 99th percentile
 * @param p999 the 99.9th percentile, {@code p99_9} in JSON
 * @param p9999 the 99.99th percentile, {@code p99_99} in JSON
 * @param insufficient the reason for each null percentile, by its name
 * @param few the raw value of each null percentile, by its name. Do not show it for a single fork;
 *     several forks together may support it
 * @param intervals the 95 % bounds of each percentile, by its name
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
public record Percentiles(
    String unit,
    long count,
    @Nullable Long min,
    @Nullable Long max,
    @Nullable Double mean,
    @Nullable Long p50,
    @Nullable Long p90,
    @Nullable Long p99,
    @JsonProperty("p99_9") @Nullable Long p999,
    @JsonProperty("p99_99") @Nullable Long p9999,
    Map<String, String> insufficient,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, Few> few,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, Bounds> intervals) {

  /** The names of the percentiles in JSON, in ascending order. */
  public static final List<String> NAMES = List.of("p50", "p90", "p99", "p99_9", "p99_99");

  /** Keeps a copy. */
  public Percentiles {
    Objects.requireNonNull(unit, "unit");
    mean = Copies.finiteOrNull(mean, "mean");
    insufficient = Copies.ordered(insufficient);
    few = Copies.ordered(few);
    intervals = Copies.ordered(intervals);
  }

  /** Makes figures without later additions. */
  public Percentiles(
      String unit,
      long count,
      @Nullable Long min,
      @Nullable Long max,
      @Nullable Double mean,
      @Nullable Long p50,
      @Nullable Long p90,
      @Nullable Long p99,
      @Nullable Long p999,
      @Nullable Long p9999,
      Map<String, String> insufficient) {
    this(unit, count, min, max, mean, p50, p90, p99, p999, p9999, insufficient, Map.of(), Map.of());
  }

  /** Nothing was recorded. */
  public static Percentiles empty(String unit) {
    Map<String, String> insufficient = new LinkedHashMap<>();
    NAMES.forEach(name -> insufficient.put(name, "nothing was recorded"));
    return new Percentiles(unit, 0, null, null, null, null, null, null, null, null, insufficient);
  }

  /**
   * The percentage of a percentile's name.
   *
   * @param name one of {@link #NAMES}
   */
  public static double percentile(String name) {
    return switch (name) {
      case "p50" -> 50;
      case "p90" -> 90;
      case "p99" -> 99;
      case "p99_9" -> 99.9;
      case "p99_99" -> 99.99;
      default -> throw new IllegalArgumentException(name + " is none of " + NAMES);
    };
  }

  /**
   * The value of a percentile, or null without enough data.
   *
   * @param name one of {@link #NAMES}
   */
  public @Nullable Long value(String name) {
    return switch (name) {
      case "p50" -> p50;
      case "p90" -> p90;
      case "p99" -> p99;
      case "p99_9" -> p999;
      case "p99_99" -> p9999;
      default -> throw new IllegalArgumentException(name + " is none of " + NAMES);
    };
  }
}
