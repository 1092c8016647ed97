package dev.foliot.store.fleet;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.foliot.store.Copies;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A label or another metric that differs between bands by more than chance.
 *
 * @param label name of the label or metric
 * @param value the label's value in {@code band}; for a metric {@code higher} or {@code lower}
 * @param kind what it is
 * @param band the band with the more frequent value, or the higher or lower metric
 * @param effect Cliff's delta, from 0 (no separation) to 1 (complete). For a label's value, the
 *     equal difference of its shares inside and outside the band; for several values of a label,
 *     the root of eta squared, corrected for their number
 * @param riskRatio for a label: how many times likelier a node with the value is in the band; null
 *     for a metric or if infinite
 * @param pAdjusted corrected by Holm over all tested labels' values and metrics
 * @param alike other names with the same information, since they vary together
 */
public record FleetExplanation(
    String label,
    String value,
    Kind kind,
    int band,
    double effect,
    @Nullable Double riskRatio,
    double pAdjusted,
    List<String> alike) {
  /** What differs. */
  public enum Kind {
    /** Known before the measurement. */
    @JsonProperty("label")
    LABEL,
    /** Measured with the metric, and perhaps a consequence. */
    @JsonProperty("metric")
    METRIC
  }

  /** Keeps copies. */
  public FleetExplanation {
    label = Copies.unicode(label);
    value = Copies.unicode(value);
    Objects.requireNonNull(kind, "kind");
    Copies.finite(effect, "effect");
    Copies.finiteOrNull(riskRatio, "risk_ratio");
    Copies.finite(pAdjusted, "p_adjusted");
    alike = alike.stream().map(Copies::unicode).toList();
  }

  /** Whether it is a label: a metric goes with bands, and explains nothing. */
  public boolean tellsLabel() {
    return kind == Kind.LABEL;
  }
}
