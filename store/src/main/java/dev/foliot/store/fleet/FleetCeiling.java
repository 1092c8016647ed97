package dev.foliot.store.fleet;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.foliot.store.Copies;
import java.util.List;
import java.util.Objects;

/**
 * A ceiling that the metric of some nodes reaches and does not exceed, whatever the load, such as a
 * CPU limit.
 *
 * @param metric what has the ceiling: {@code cpu} for a metric {@code cpu/rps}
 * @param level its highest value, the median over these nodes
 * @param of the number of all nodes
 * @param nodes the nodes that reach it
 * @param always those of them that are there nearly all of the time; may be empty
 * @param share the share of windows at the ceiling, from 0 to 1: of the nodes always there, or of
 *     all that reach it if none is
 * @param explanations what separates these nodes from the others
 */
public record FleetCeiling(
    String metric,
    double level,
    int of,
    List<String> nodes,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> always,
    double share,
    @JsonUnwrapped FleetExplanations explanations) {
  /** Keeps copies. */
  public FleetCeiling {
    metric = Copies.unicode(Objects.requireNonNull(metric, "metric"));
    Copies.finite(level, "level");
    nodes = nodes.stream().map(Copies::unicode).toList();
    // older files have none
    always = always == null ? List.of() : always.stream().map(Copies::unicode).toList();
    Copies.finite(share, "share");
    Objects.requireNonNull(explanations, "explanations");
  }
}
