package dev.foliot.store.fleet;

import dev.foliot.store.Copies;
import dev.foliot.text.Reason;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The verdict on a fleet.
 *
 * @param nodes number of nodes with enough data
 * @param lifetimes number of their lifetimes
 * @param verdict the verdict on the nodes
 * @param confidence confidence in the verdict, from 0 to 1
 * @param reasonCode why the verdict is missing; null with a verdict
 * @param limits what limits the verdict
 * @param ceiling a limit that some nodes reach; null for none
 */
public record FleetFinding(
    int nodes,
    int lifetimes,
    FleetVerdict verdict,
    double confidence,
    @Nullable Reason reasonCode,
    FleetLimits limits,
    @Nullable FleetCeiling ceiling) {
  /** Checks that nothing is missing. */
  public FleetFinding {
    Objects.requireNonNull(verdict, "verdict");
    Copies.finite(confidence, "confidence");
    Objects.requireNonNull(limits, "limits");
  }
}
