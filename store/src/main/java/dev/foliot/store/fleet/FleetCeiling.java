package dev.foliot.store.fleet;

import dev.foliot.store.Copies;
import java.util.List;
import java.util.Objects;

/**
 * A ceiling that the metric of some nodes reaches and does not exceed, whatever the load, such as a
 * CPU limit.
 *
 * @param metric what has the ceiling: {@code cpu} for a metric {@code cpu/rps}
 * @param level its highest value, the median over these nodes
 * @param nodes the nodes that reach it
 * @param share the share of their windows at the ceiling, from 0 to 1
 * @param explainedBy labels that separate these nodes from the others, the strongest first
 * @param goesWith metrics that move with them, the strongest first
 */
public record FleetCeiling(
    String metric,
    double level,
    List<String> nodes,
    double share,
    List<FleetExplanation> explainedBy,
    List<FleetExplanation> goesWith) {
  /** Keeps copies. */
  public FleetCeiling {
    metric = Copies.unicode(Objects.requireNonNull(metric, "metric"));
    Copies.finite(level, "level");
    nodes = nodes.stream().map(Copies::unicode).toList();
    Copies.finite(share, "share");
    explainedBy = List.copyOf(explainedBy);
    goesWith = List.copyOf(goesWith);
  }
}
