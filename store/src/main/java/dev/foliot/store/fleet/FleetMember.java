package dev.foliot.store.fleet;

import dev.foliot.store.Copies;
import java.util.Objects;

/**
 * A node with its level.
 *
 * @param node its name
 * @param level the median over its windows, in the metric's unit
 * @param error the standard error of that; 0 if unknown
 */
public record FleetMember(String node, double level, double error) {
  /** Checks that JSON can hold it. */
  public FleetMember {
    node = Copies.unicode(Objects.requireNonNull(node, "node"));
    Copies.finite(level, "level");
    Copies.finite(error, "error");
  }
}
