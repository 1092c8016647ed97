package dev.foliot.store;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What was recorded of one duration: the figures of a histogram, in one unit. This is H of the
 * design; a percentile without enough data is null and named under {@code insufficient}.
 *
 * @param unit of every figure but the count, {@code ns} as a rule
 * @param count how many were recorded
 * @param min the exact least, null without any
 * @param max the exact greatest, null without any
 * @param mean the exact mean, null without any
 * @param p50 the median
 * @param p90 the 90th percentile
 * @param p99 the 99th percentile
 * @param p999 the 99.9th percentile, {@code p99_9} in JSON
 * @param p9999 the 99.99th percentile, {@code p99_99} in JSON
 * @param insufficient why a percentile is null, by its name
 * @param few what was seen of a percentile that is null, by its name: not to be shown of one fork
 *     alone, but forks together may carry it
 * @param intervals by the name of a percentile, where its true value lies with 95 % confidence
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

  /** The names of the percentiles as JSON has them, from the least to the greatest. */
  public static final List<String> NAMES = List.of("p50", "p90", "p99", "p99_9", "p99_99");

  /** Keeps a copy. */
  public Percentiles {
    Objects.requireNonNull(unit, "unit");
    mean = Copies.finiteOrNull(mean, "mean");
    insufficient = Copies.ordered(insufficient);
    few = Copies.ordered(few);
    intervals = Copies.ordered(intervals);
  }

  /** Figures without what was added later. */
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
   * Which percentile a name means, in percent.
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
   * The value of a percentile, or null where the data does not suffice.
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
