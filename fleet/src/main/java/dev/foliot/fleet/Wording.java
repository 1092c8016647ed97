package dev.foliot.fleet;

import dev.foliot.fleet.cells.Texts;
import dev.foliot.fleet.explain.Explanations;
import dev.foliot.fleet.groups.Loyalty;
import dev.foliot.store.fleet.FleetBand;
import dev.foliot.store.fleet.FleetCeiling;
import dev.foliot.store.fleet.FleetExplanation;
import dev.foliot.store.fleet.FleetLoyalty;
import dev.foliot.text.Numbers;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The verdict in a sentence or two. */
final class Wording {
  private static final int MOST_EXPLANATIONS = 3;

  private final String metric;
  private final int nodes;

  Wording(String metric, int nodes) {
    this.metric = Texts.line(metric, 100);
    this.nodes = nodes;
  }

  String oneBand(FleetBand band, List<String> outliers, String against) {
    String population =
        outliers.isEmpty()
            ? "One group: "
                + Numbers.count(nodes, "node")
                + " are one population by "
                + metric
                + ", around "
                + Numbers.significant(band.center(), 3)
                + "."
            : "One group, and "
                + Numbers.count(outliers.size(), "node")
                + " far from it by "
                + metric
                + ": "
                + Texts.list(outliers)
                + ".";
    return joined(population, against);
  }

  String drift(String against) {
    return joined(
        "Drift: the "
            + Numbers.count(nodes, "node")
            + " change their level of "
            + metric
            + " over time, each in its own way, so levels cannot be compared.",
        against);
  }

  String ceiling(FleetCeiling ceiling) {
    List<FleetExplanation> with = ceiling.goesWith();
    return ceiling.nodes().size()
        + " of "
        + Numbers.count(nodes, "node")
        + " reach a ceiling of "
        + Numbers.significant(ceiling.level(), 3)
        + " "
        + Texts.line(ceiling.metric(), 100)
        + " in "
        + Numbers.percent(ceiling.share(), 1)
        + " of their windows, as with a CPU limit"
        + (ceiling.explainedBy().isEmpty()
            ? ""
            : "; explained by " + named(ceiling.explainedBy(), Wording::bare))
        + (with.isEmpty() ? "" : "; look at " + named(with, Wording::bare) + " there")
        + ".";
  }

  String loadSeparates(@Nullable String load, double effect) {
    return "The load separates the groups (effect "
        + Numbers.significant(effect, 3)
        + "): one has more "
        + Texts.line(String.valueOf(load), 100)
        + ", which may be the cause.";
  }

  String loadExplains(@Nullable String load) {
    return "The load ("
        + Texts.line(String.valueOf(load), 100)
        + ") explains most of the differences between nodes.";
  }

  String idle(double share) {
    return "Idle windows, " + Numbers.percent(share, 1) + " of all, are left out.";
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
        ? Texts.quote(one.label()) + " = " + Texts.quote(one.value())
        : Texts.quote(one.label()) + ", which is " + one.value();
  }

  String bands(List<FleetBand> bands, FleetLoyalty loyalty, Explanations explanations) {
    return (bands.size() == 2 ? two(bands) : several(bands))
        + "; "
        + loyalty(loyalty)
        + ". "
        + explained(explanations);
  }

  private String two(List<FleetBand> bands) {
    FleetBand small = bands.get(0).nodes() <= bands.get(1).nodes() ? bands.get(0) : bands.get(1);
    FleetBand large = bands.get(1 - small.band());
    return "Two groups: "
        + small.nodes()
        + " of "
        + Numbers.count(small.nodes() + large.nodes(), "node")
        + " ("
        + Numbers.percent(small.share(), 1)
        + ", "
        + Numbers.percentRange(small.shareLow(), small.shareHigh())
        + ") "
        + ratio(small.center(), large.center());
  }

  private String ratio(double small, double large) {
    if (small > 0 && large > 0) {
      double times = small / large;
      return "take "
          + Numbers.significant(times, 3)
          + (times < 1 ? " of the " : " times the ")
          + metric
          + " that the others take";
    }
    return "have "
        + Numbers.significant(small, 3)
        + " of "
        + metric
        + " where the others have "
        + Numbers.significant(large, 3);
  }

  private String several(List<FleetBand> bands) {
    int all = bands.stream().mapToInt(FleetBand::nodes).sum();
    return "Three groups: "
        + bands.stream()
            .map(band -> Integer.toString(band.nodes()))
            .collect(Collectors.joining(", "))
        + " of "
        + Numbers.count(all, "node")
        + ", at "
        + bands.stream()
            .map(band -> Numbers.significant(band.center(), 3))
            .collect(Collectors.joining(", "))
        + " "
        + metric;
  }

  private static String loyalty(FleetLoyalty loyalty) {
    if (loyalty.withinLifetime() == null) {
      return "without times nobody can say whether nodes keep their group";
    }
    return switch (loyalty.verdict()) {
      case Loyalty.ANEW ->
          "nodes keep their group until their process restarts, which reassigns it";
      case Loyalty.KEPT -> "nodes keep their group, over restarts too";
      case Loyalty.LABELLED -> "nodes keep their group until a restart changes their label";
      case Loyalty.CHANGED ->
          "nearly every restart changes the group, more often than by chance, as a deploy does";
      case Loyalty.NONE -> "nodes keep their group, and no restart was seen";
      default -> "nodes keep their group, and restarts were too few to tell what they change";
    };
  }

  private static String explained(Explanations explanations) {
    if (explanations.list().isEmpty()) {
      return explanations.almost().isEmpty()
          ? none(explanations) + "."
          : "No label explains the groups beyond chance: "
              + explanations.almost()
              + " separates the groups, but with so few nodes one of the labels may do so by"
              + " chance.";
    }
    String names =
        named(
            explanations.hasLabel() ? explanations.labels() : explanations.metrics(),
            Wording::name);
    return explanations.hasLabel()
        ? "Explained by " + names + "."
        : none(explanations) + "; the groups go with " + names + ", which may be a consequence.";
  }

  private static String none(Explanations explanations) {
    return explanations.labelled()
        ? "Not explained by any label"
        : "Not explained, and no label of the nodes is known";
  }

  private static String name(FleetExplanation one) {
    String band = " in group " + one.band();
    return one.tellsLabel()
        ? Texts.quote(one.label()) + " = " + Texts.quote(one.value()) + band
        : Texts.quote(one.label()) + " " + one.value() + band;
  }

  private static String joined(String first, String second) {
    return second.isEmpty() ? first : first + " " + second;
  }
}
