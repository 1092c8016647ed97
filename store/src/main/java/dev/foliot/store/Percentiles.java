package dev.foliot.store;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.foliot.text.Reason;
import dev.foliot.text.RunReason;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
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
 * @param insufficientCodes the reason for each null percentile, by its name
 * @param few the raw value of each null percentile, by its name. Do not show it for a single fork;
 *     several forks together may support it
 * @param intervals the 95 % bounds of each percentile, by its name
 * @param more further percentiles by name, as {@code p99_999}, in ascending order: a {@code Long},
 *     or null without enough data. In JSON they stand beside the others
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
@JsonPropertyOrder({
  "unit",
  "count",
  "min",
  "max",
  "mean",
  "p50",
  "p90",
  "p99",
  "p99_9",
  "p99_99",
  "insufficient"
})
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
    @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, Reason> insufficientCodes,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, Few> few,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, Bounds> intervals,
    @JsonAnyGetter
        @JsonAnySetter
        @JsonInclude(value = JsonInclude.Include.ALWAYS, content = JsonInclude.Include.ALWAYS)
        Map<String, @Nullable Object> more) {

  /**
   * The names of the percentiles that all figures have, in ascending order. Comparisons and
   * promises are about these.
   */
  public static final List<String> NAMES = List.of("p50", "p90", "p99", "p99_9", "p99_99");

  /** The name of a percentile that benches record as well, for runs of a million messages. */
  public static final String RAREST = "p99_999";

  /** Most decimals of a percentile. */
  public static final int MOST_DECIMALS = 7;

  private static final Pattern NAME =
      Pattern.compile("p(?!0+(_0+)?$)[0-9]{1,2}(_[0-9]{1," + MOST_DECIMALS + "})?");

  private static final Comparator<String> ASCENDING =
      Comparator.comparingDouble(Percentiles::percentile);

  /** Keeps a copy, and of unknown fields only percentiles. */
  public Percentiles {
    Objects.requireNonNull(unit, "unit");
    mean = Copies.finiteOrNull(mean, "mean");
    insufficientCodes = Copies.ordered(insufficientCodes);
    few = Copies.ordered(few);
    intervals = Copies.ordered(intervals);
    more = percentilesIn(more);
  }

  private static Map<String, @Nullable Object> percentilesIn(
      @Nullable Map<String, @Nullable Object> fields) {
    Map<String, @Nullable Object> percentiles = new TreeMap<>(ASCENDING);
    if (fields != null) {
      fields.forEach((name, value) -> {
        boolean isNumber = value == null || value instanceof Long;
        if (isNumber && NAME.matcher(name).matches() && !NAMES.contains(name)) {
          percentiles.put(name, value);
        }
      });
    }
    return Collections.unmodifiableMap(percentiles);
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
      Map<String, Reason> insufficientCodes) {
    this(
        unit,
        count,
        min,
        max,
        mean,
        p50,
        p90,
        p99,
        p999,
        p9999,
        insufficientCodes,
        Map.of(),
        Map.of(),
        Map.of());
  }

  /** Nothing was recorded. */
  public static Percentiles empty(String unit) {
    return empty(unit, NAMES);
  }

  /**
   * The same of such percentiles.
   *
   * @param names {@link #NAMES} and others
   */
  public static Percentiles empty(String unit, Collection<String> names) {
    Map<String, Reason> insufficient = new LinkedHashMap<>();
    names.forEach(name -> insufficient.put(name, new RunReason.NothingRecorded()));
    Map<String, @Nullable Object> more = new LinkedHashMap<>();
    names.forEach(name -> more.put(name, null));
    return new Percentiles(
        unit,
        0,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        insufficient,
        Map.of(),
        Map.of(),
        more);
  }

  /**
   * The name of a percentile: {@code p99_9} for 99.9.
   *
   * @param percentile above 0 and below 100, of at most {@link #MOST_DECIMALS} decimals
   * @throws IllegalArgumentException for any other
   */
  public static String name(BigDecimal percentile) {
    String name = "p" + percentile.stripTrailingZeros().toPlainString().replace('.', '_');
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(percentile + " is no percentile");
    }
    return name;
  }

  /**
   * The percentage of a percentile's name: 99.9 for {@code p99_9}.
   *
   * @throws IllegalArgumentException for anything else
   */
  public static double percentile(String name) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(name + " is no name of a percentile, as p99_9 is");
    }
    return Double.parseDouble(name.substring(1).replace('_', '.'));
  }

  /**
   * The same with further percentiles.
   *
   * @param names of them; {@link #NAMES} among them change nothing
   * @param values of those that have enough data
   */
  public Percentiles with(Collection<String> names, Map<String, Long> values) {
    Map<String, @Nullable Object> further = new LinkedHashMap<>(more);
    names.forEach(name -> further.put(name, values.get(name)));
    return new Percentiles(
        unit,
        count,
        min,
        max,
        mean,
        p50,
        p90,
        p99,
        p999,
        p9999,
        insufficientCodes,
        few,
        intervals,
        further);
  }

  /** The reasons as texts, which a file has for people. */
  @JsonProperty(access = JsonProperty.Access.READ_ONLY)
  public Map<String, String> insufficient() {
    Map<String, String> texts = new LinkedHashMap<>();
    insufficientCodes.forEach((name, reason) -> texts.put(name, reason.text()));
    return texts;
  }

  /** {@link #NAMES} and such others, each once, in ascending order. */
  public static List<String> names(Collection<String> others) {
    return Stream.concat(NAMES.stream(), others.stream()).distinct().sorted(ASCENDING).toList();
  }

  /** The names of all percentiles here, in ascending order. */
  public List<String> names() {
    return names(more.keySet());
  }

  /** The names of all percentiles of several figures, in ascending order. */
  public static List<String> namesOf(Collection<Percentiles> figures) {
    return names(figures.stream().flatMap(one -> one.more().keySet().stream()).toList());
  }

  /**
   * The value of a percentile, or null without enough data, or if it was not asked for.
   *
   * @throws IllegalArgumentException if it is no name of a percentile
   */
  public @Nullable Long value(String name) {
    return switch (name) {
      case "p50" -> p50;
      case "p90" -> p90;
      case "p99" -> p99;
      case "p99_9" -> p999;
      case "p99_99" -> p9999;
      default -> percentile(name) > 0 ? (Long) more.get(name) : null;
    };
  }
}
