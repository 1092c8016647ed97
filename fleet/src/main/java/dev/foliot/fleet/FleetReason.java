package dev.foliot.fleet;

import dev.foliot.text.Numbers;
import dev.foliot.text.Reason;

/** Why the analysis of a fleet is limited. */
public sealed interface FleetReason extends Reason {

  /**
   * Too few nodes have enough data.
   *
   * @param nodes number of nodes with enough data
   * @param fewest the fewest nodes for bands
   * @param leftOut number of nodes with no value or too few
   */
  record FewNodes(int nodes, int fewest, int leftOut) implements FleetReason {
    @Override
    public String text() {
      return "Not enough nodes: "
          + Numbers.count(nodes, "node")
          + (nodes == 1 ? " has" : " have")
          + " data enough to be placed, and groups take at least "
          + fewest
          + (leftOut == 0
              ? ""
              : ". Left out: %d of %s, with no value or too few"
                  .formatted(leftOut, Numbers.count(leftOut + nodes, "node")));
    }
  }

  /**
   * Some nodes stand apart, but too few for a group among so few.
   *
   * @param nodes number of nodes with enough data
   * @param apart number of nodes that stand apart
   * @param fewest the number of nodes from which groups can be told
   */
  record FewApart(int nodes, int apart, int fewest) implements FleetReason {
    @Override
    public String text() {
      return "Not enough nodes: %d of %s stand apart from the others, which may be chance or a group; at least %d nodes tell"
          .formatted(apart, Numbers.count(nodes, "node"), fewest);
    }
  }
}
