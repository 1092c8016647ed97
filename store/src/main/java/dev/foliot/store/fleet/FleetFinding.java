package dev.foliot.store.fleet;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.foliot.store.Copies;
import dev.foliot.text.Reason;
import java.util.List;
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
 * @param onsets changes of level at one time, the greatest harm first; may be empty
 */
public record FleetFinding(
    int nodes,
    int lifetimes,
    FleetVerdict verdict,
    double confidence,
    @Nullable Reason reasonCode,
    FleetLimits limits,
    @Nullable FleetCeiling ceiling,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<FleetOnset> onsets) {
  /** Checks that nothing is missing. */
  public FleetFinding {
    Objects.requireNonNull(verdict, "verdict");
    Copies.finite(confidence, "confidence");
    Objects.requireNonNull(limits, "limits");
    onsets = onsets == null ? List.of() : List.copyOf(onsets); // older files have none
  }
}
