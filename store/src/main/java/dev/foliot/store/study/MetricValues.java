package dev.foliot.store.study;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.foliot.store.Copies;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * A fork's figures in its study, by metric. Unknown metrics are absent. Names from newer versions
 * stay in it. Immutable.
 *
 * @param byLabel as stored, by {@link Metric#label}
 */
public record MetricValues(@JsonValue Map<String, Double> byLabel) {
  /** Nothing was read. */
  public static final MetricValues NONE = new MetricValues(Map.of());

  /** Keeps a copy in its order, and checks that all are finite. */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public MetricValues {
    byLabel = Copies.ordered(byLabel);
    byLabel.forEach((name, value) -> Copies.finite(value, name));
  }

  /** Of metrics of this version. */
  public static MetricValues of(Map<Metric, Double> values) {
    Map<String, Double> byLabel = new LinkedHashMap<>();
    values.forEach((metric, value) -> byLabel.put(metric.label(), value));
    return new MetricValues(byLabel);
  }

  /** Null if unknown. */
  public @Nullable Double get(Metric metric) {
    return byLabel.get(metric.label());
  }

  /**
   * The same with another value of a metric.
   *
   * @param value empty to leave it out
   */
  MetricValues with(Metric metric, OptionalDouble value) {
    Map<String, Double> others = new LinkedHashMap<>(byLabel);
    others.remove(metric.label());
    value.ifPresent(known -> others.put(metric.label(), known));
    return new MetricValues(others);
  }

  /** Whether it is known. */
  public boolean has(Metric metric) {
    return byLabel.containsKey(metric.label());
  }
}
