package dev.foliot.store;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.foliot.text.Reason;
import dev.foliot.text.RunReason;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
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
 * data is null, with a reason. JSON has each figure beside the others, {@code p99_9} for the 99.9th
 * percentile, and the texts of the reasons too.
 *
 * @param unit unit of all figures except the count, usually {@code ns}
 * @param count number of durations
 * @param range exact extremes and mean
 * @param values the percentiles by name, in ascending order: {@link #NAMES} and others that were
 *     asked for; null without enough data
 * @param insufficientCodes the reason for each null percentile, by its name
 * @param few the raw value of each null percentile, by its name. Do not show it for a single fork;
 *     several forks together may support it. A percentile that one long stall fixes has both: it is
 *     given, with the number of its episodes
 * @param intervals the 95 % bounds of each percentile, by its name
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
    @JsonIgnore Range range,
    @JsonIgnore Map<String, @Nullable Long> values,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, Reason> insufficientCodes,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, Few> few,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, Bounds> intervals) {

  /**
   * The exact extremes and the mean; null if nothing was recorded.
   *
   * @param min the minimum
   * @param max the maximum
   * @param mean the mean
   */
  public record Range(@Nullable Long min, @Nullable Long max, @Nullable Double mean) {
    /** Nothing was recorded, or they are unknown. */
    public static final Range NONE = new Range(null, null, null);

    /** Checks that the mean is finite. */
    public Range {
      mean = Copies.finiteOrNull(mean, "mean");
    }
  }

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

  /** Keeps copies, with each of {@link #NAMES}. */
  public Percentiles(
      String unit,
      long count,
      Range range,
      Map<String, @Nullable Long> values,
      Map<String, Reason> insufficientCodes,
      Map<String, Few> few,
      Map<String, Bounds> intervals) {
    // not the compact form, in whose class file javac leaves out that values may be null
    this.unit = Objects.requireNonNull(unit, "unit");
    this.count = count;
    this.range = Objects.requireNonNull(range, "range");
    Map<String, @Nullable Long> percentiles = new TreeMap<>(ASCENDING);
    NAMES.forEach(name -> percentiles.put(name, null));
    percentiles.putAll(values);
    this.values = Collections.unmodifiableMap(percentiles);
    this.insufficientCodes = Copies.ordered(insufficientCodes);
    this.few = Copies.ordered(few);
    this.intervals = Copies.ordered(intervals);
  }

  /** Takes percentiles of the unknown fields, and nothing else. */
  @JsonCreator
  static Percentiles stored(
      @JsonProperty("unit") String unit,
      @JsonProperty(value = "count", required = true) long count,
      @JsonProperty("min") @Nullable Long min,
      @JsonProperty("max") @Nullable Long max,
      @JsonProperty("mean") @Nullable Double mean,
      @JsonProperty("insufficient_codes") Map<String, Reason> insufficientCodes,
      @JsonProperty("few") Map<String, Few> few,
      @JsonProperty("intervals") Map<String, Bounds> intervals,
      @JsonAnySetter @Nullable Map<String, @Nullable Object> others) {
    Map<String, @Nullable Long> values = new HashMap<>();
    if (others != null) {
      others.forEach((name, value) -> {
        if (NAME.matcher(name).matches() && (value == null || value instanceof Long)) {
          values.put(name, (Long) value);
        }
      });
    }
    return new Percentiles(
        unit, count, new Range(min, max, mean), values, insufficientCodes, few, intervals);
  }

  /** The values of {@link #NAMES}, in their order; the last ones may be left out. */
  public static Map<String, @Nullable Long> usual(@Nullable Long... ofNames) {
    Map<String, @Nullable Long> values = new HashMap<>();
    for (int i = 0; i < ofNames.length; i++) {
      values.put(NAMES.get(i), ofNames[i]);
    }
    return values;
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
    Map<String, @Nullable Long> values = new HashMap<>();
    names.forEach(name -> values.put(name, null));
    return new Percentiles(unit, 0, Range.NONE, values, insufficient, Map.of(), Map.of());
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
    Map<String, @Nullable Long> further = new HashMap<>(this.values);
    names.stream()
        .filter(name -> !NAMES.contains(name))
        .forEach(name -> further.put(name, values.get(name)));
    return new Percentiles(unit, count, range, further, insufficientCodes, few, intervals);
  }

  /** Exact minimum, null if empty. */
  @JsonProperty
  public @Nullable Long min() {
    return range.min;
  }

  /** Exact maximum, null if empty. */
  @JsonProperty
  public @Nullable Long max() {
    return range.max;
  }

  /** Exact mean, null if empty. */
  @JsonProperty
  public @Nullable Double mean() {
    return range.mean;
  }

  /** The median. */
  @JsonProperty
  public @Nullable Long p50() {
    return values.get("p50");
  }

  /** The 90th percentile. */
  @JsonProperty
  public @Nullable Long p90() {
    return values.get("p90");
  }

  /** The 99th percentile. */
  @JsonProperty
  public @Nullable Long p99() {
    return values.get("p99");
  }

  /** The 99.9th percentile. */
  @JsonProperty("p99_9")
  public @Nullable Long p999() {
    return values.get("p99_9");
  }

  /** The 99.99th percentile. */
  @JsonProperty("p99_99")
  public @Nullable Long p9999() {
    return values.get("p99_99");
  }

  /** The percentiles beyond {@link #NAMES}, in ascending order. */
  @JsonAnyGetter
  @JsonInclude(value = JsonInclude.Include.ALWAYS, content = JsonInclude.Include.ALWAYS)
  Map<String, @Nullable Long> more() {
    Map<String, @Nullable Long> more = new TreeMap<>(ASCENDING);
    more.putAll(values);
    NAMES.forEach(more::remove);
    return more;
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
    return List.copyOf(values.keySet());
  }

  /** The names of all percentiles of several figures, in ascending order. */
  public static List<String> namesOf(Collection<Percentiles> figures) {
    return names(figures.stream().flatMap(one -> one.values().keySet().stream()).toList());
  }

  /**
   * The value of a percentile, or null without enough data, or if it was not asked for.
   *
   * @throws IllegalArgumentException if it is no name of a percentile
   */
  public @Nullable Long value(String name) {
    percentile(name);
    return values.get(name);
  }
}
