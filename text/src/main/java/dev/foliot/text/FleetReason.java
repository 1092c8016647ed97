package dev.foliot.text;

/** Why the analysis of a fleet is limited. */
public sealed interface FleetReason extends Reason {

  /**
   * Too few nodes have data enough to say what they are.
   *
   * @param nodes how many have
   * @param fewest how many bands take at least
   * @param leftOut how many have no value or too few
   */
  record FewNodes(int nodes, int fewest, int leftOut) implements FleetReason {
    @Override
    public String text() {
      return "Not enough nodes: "
          + Numbers.count(nodes, "node")
          + (nodes == 1 ? " has" : " have")
          + " data enough to be placed, and bands take at least "
          + fewest
          + (leftOut == 0 ? "" : ". " + FleetReason.leftOut(leftOut, nodes));
    }
  }

  /**
   * What a verdict on a fleet says nothing of, in a sentence without a full stop.
   *
   * @param without how many nodes have no value or too few
   * @param nodes how many have data enough
   */
  static String leftOut(int without, int nodes) {
    return "Left out: %d of %s, with no value or too few"
        .formatted(without, Numbers.count(without + nodes, "node"));
  }
}
