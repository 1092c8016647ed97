package dev.foliot.store.fleet;

import dev.foliot.store.Copies;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A label or another metric by which the bands differ more than by chance.
 *
 * @param label the label's or the metric's name
 * @param value the label's value that belongs to {@code band}; of a metric {@code higher} or {@code
 *     lower}
 * @param kind {@code label}, known before the node was measured, or {@code metric}, measured with
 *     it and maybe a consequence
 * @param band of which the value is more frequent, or the metric higher or lower
 * @param effect Cliff's delta, from 0 (none) to 1 (separates them wholly); of a label's value the
 *     difference of its shares inside and outside of the band, which is the same
 * @param riskRatio of a label: how many times likelier a node with the value is in the band than
 *     one without; null of a metric or where it is infinite
 * @param pAdjusted by Holm, over all labels' values and metrics that were tried
 * @param alike other names that say the same, since they go with this one
 */
public record FleetExplanation(
    String label,
    String value,
    String kind,
    int band,
    double effect,
    @Nullable Double riskRatio,
    double pAdjusted,
    List<String> alike) {
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
}
