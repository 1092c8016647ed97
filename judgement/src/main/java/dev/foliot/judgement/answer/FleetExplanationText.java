package dev.foliot.judgement.answer;

import dev.foliot.store.fleet.FleetExplanation;
import dev.foliot.store.fleet.FleetExplanations;
import dev.foliot.text.Shown;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The labels and metrics that go with groups of nodes, in words. */
final class FleetExplanationText {
  private static final int MOST_EXPLANATIONS = 3;
  private static final int LONGEST_NAME = 100;

  private FleetExplanationText() {}

  /** What explains groups, as a sentence. */
  static String explained(FleetExplanations by) {
    FleetExplanation almost = by.almost();
    if (!by.explainedBy().isEmpty()) {
      return "Explained by " + named(by.explainedBy(), FleetExplanationText::inGroup) + ".";
    }
    if (!by.goesWith().isEmpty()) {
      return none(by)
          + "; the groups go with "
          + named(by.goesWith(), FleetExplanationText::inGroup)
          + ", which may be a consequence.";
    }
    return almost == null
        ? none(by) + "."
        : "No label explains the groups beyond chance: "
            + bare(almost)
            + " separates the groups, but with so few nodes one of the labels may do so by chance.";
  }

  private static String none(FleetExplanations by) {
    return by.labelled()
        ? "Not explained by any label"
        : "Not explained, and no label of the nodes is known";
  }

  /** Labels and metrics without groups. */
  static String named(List<FleetExplanation> explanations) {
    return named(explanations, FleetExplanationText::bare);
  }

  private static String named(
      List<FleetExplanation> explanations, Function<FleetExplanation, String> name) {
    return explanations.stream()
        .limit(MOST_EXPLANATIONS)
        .map(name)
        .collect(Collectors.joining("; "));
  }

  private static String bare(FleetExplanation one) {
    return one.tellsLabel()
        ? FleetSentences.quoted(one.label()) + " = " + FleetSentences.quoted(one.value())
        : FleetSentences.quoted(one.label())
            + ", which is "
            + Shown.text(one.value(), LONGEST_NAME);
  }

  private static String inGroup(FleetExplanation one) {
    return (one.tellsLabel()
            ? bare(one)
            : FleetSentences.quoted(one.label()) + " " + Shown.text(one.value(), LONGEST_NAME))
        + " in group "
        + one.band();
  }
}
