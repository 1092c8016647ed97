package dev.foliot.store.fleet;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What differs between groups.
 *
 * @param explainedBy labels that explain the groups, the strongest first; may be empty
 * @param goesWith metrics that move with the groups, the strongest first: perhaps consequences
 * @param labelled whether any label was tested
 * @param almost if nothing differs, a label that separates the groups exactly, but with too few
 *     nodes for a proof; null for none
 */
public record FleetExplanations(
    List<FleetExplanation> explainedBy,
    List<FleetExplanation> goesWith,
    boolean labelled,
    @Nullable FleetExplanation almost) {
  /** Nothing was tested. */
  public static final FleetExplanations NONE =
      new FleetExplanations(List.of(), List.of(), false, null);

  /** Keeps copies. */
  public FleetExplanations {
    explainedBy = List.copyOf(explainedBy);
    goesWith = List.copyOf(goesWith);
  }
}
