package dev.foliot.judgement.answer;

import dev.foliot.store.fleet.FleetBand;
import dev.foliot.store.fleet.FleetCeiling;
import dev.foliot.store.fleet.FleetExplanation;
import dev.foliot.store.fleet.FleetExplanations;
import dev.foliot.store.fleet.FleetFinding;
import dev.foliot.store.fleet.FleetLimits;
import dev.foliot.store.fleet.FleetLoyalty;
import dev.foliot.store.fleet.FleetMember;
import dev.foliot.store.fleet.FleetObjection;
import dev.foliot.store.fleet.FleetOnset;
import dev.foliot.store.fleet.FleetRecord;
import dev.foliot.store.fleet.FleetVerdict;
import dev.foliot.text.AnswerFigure;
import dev.foliot.text.Numbers;
import dev.foliot.text.Reason;
import dev.foliot.text.Shown;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The verdict on a fleet in sentences, with their figures. */
final class FleetSentences {
  private static final int MOST_EXPLANATIONS = 3;
  private static final int MOST_NAMED = 12;
  private static final int LONGEST_NAME = 100;

  /** The distance of an outlier, in that of the groups, from which it is the greater harm. */
  private static final double FURTHER = 3;

  /** A level below this share of another is nothing beside it. */
  private static final double NOTHING = 0.01;

  /** With less confidence one group is no more than no proof of two. */
  private static final double TOLD = 0.5;

  /** The least share of idle windows that the answer mentions. */
  private static final double LEAST_IDLE = 0.01;

  private final FleetRecord fleet;
  private final FleetFinding finding;
  private final String metric;
  private final List<String> sentences = new ArrayList<>();
  private final List<AnswerFigure> figures = new ArrayList<>();

  FleetSentences(FleetRecord fleet) {
    this.fleet = fleet;
    this.finding = fleet.finding();
    this.metric = Shown.text(fleet.metric(), LONGEST_NAME);
    FleetLimits limits = finding.limits();
    boolean bands = finding.verdict() == FleetVerdict.BANDS;
    finding.onsets().forEach(this::onset);
    ceiling(finding.ceiling());
    if (bands && limits.loadEffect() != null) {
      loadSeparates(limits.loadEffect());
    }
    verdict();
    if (!bands && limits.loadExplains()) {
      sentences.add("The load (" + load() + ") explains most of the differences between nodes.");
    }
    if (limits.severalIn() != null) {
      sentences.add(
          "Group "
              + limits.severalIn()
              + " has several levels itself: there are four groups or more, and three are told.");
    }
    if (limits.services() != null) {
      sentences.add(
          "These are nodes of several services ("
              + Shown.text(limits.services(), LONGEST_NAME)
              + "): --by "
              + Shown.text(limits.services(), LONGEST_NAME)
              + " answers for each.");
    }
    if (limits.idleShare() >= LEAST_IDLE) {
      sentences.add(
          "Idle windows, " + share("idle", limits.idleShare()) + " of all, are left out.");
    }
  }

  List<String> sentences() {
    return sentences;
  }

  List<AnswerFigure> figures() {
    return figures;
  }

  private String figure(String name, double value, String unit, String shown) {
    figures.add(AnswerFigure.of(name, value, unit, shown));
    return shown;
  }

  private String count(String name, int number) {
    return figure(name, number, "count", Numbers.count(number));
  }

  private String nodes(String name, int number) {
    return figure(name, number, "count", Numbers.count(number, "node"));
  }

  private String share(String name, double share) {
    return figure(name, share, "share", Numbers.percent(share, 1));
  }

  private String level(String name, double level) {
    return figure(name, level, "metric", Numbers.significant(level, 3));
  }

  private String load() {
    return Shown.text(String.valueOf(fleet.input().columns().load()), LONGEST_NAME);
  }

  private void ceiling(@Nullable FleetCeiling ceiling) {
    if (ceiling == null) {
      return;
    }
    FleetExplanations with = ceiling.explanations();
    List<String> always = ceiling.always();
    int others = ceiling.nodes().size() - always.size();
    sentences.add(
        count("ceiling_nodes", always.isEmpty() ? ceiling.nodes().size() : always.size())
            + " of "
            + nodes("all_nodes", ceiling.of())
            + (always.isEmpty() ? " reach a ceiling of " : " stand at a ceiling of ")
            + level("ceiling", ceiling.level())
            + " "
            + Shown.text(ceiling.metric(), LONGEST_NAME)
            + " in "
            + share("at_ceiling", ceiling.share())
            + " of their windows, as with a CPU limit"
            + (always.isEmpty() ? "" : ": " + names(always))
            + (always.isEmpty() || others == 0
                ? ""
                : "; " + count("ceiling_at_times", others) + " more reach it at times")
            + (with.explainedBy().isEmpty()
                ? ""
                : "; explained by " + named(with.explainedBy(), FleetSentences::bare))
            + (with.goesWith().isEmpty()
                ? ""
                : "; look at " + named(with.goesWith(), FleetSentences::bare) + " there")
            + ".");
  }

  private void onset(FleetOnset onset) {
    sentences.add(FleetOnsetText.sentence(onset, fleet));
    Double times = onset.times();
    if (sentences.size() == 1) {
      count("changed_nodes", onset.changed());
      if (times != null) {
        figure("change", times, "ratio", Numbers.significant(times, 3));
      }
    }
  }

  private void loadSeparates(double effect) {
    sentences.add(
        "The load separates the groups (effect "
            + figure("load_effect", effect, "ratio", Numbers.significant(effect, 3))
            + "): one has more "
            + load()
            + ", which may be the cause.");
  }

  private void verdict() {
    Reason few = finding.reasonCode();
    if (few != null) {
      count("nodes", finding.nodes());
      String one = FewNodes.sentence(fleet);
      if (!one.isEmpty()) {
        sentences.add(one);
      }
      sentences.add(few.text() + ".");
      String apart = FewNodes.apart(fleet);
      if (!apart.isEmpty()) {
        sentences.add(apart);
      }
      return;
    }
    switch (finding.verdict()) {
      case BANDS -> bands(fleet.bands());
      case ONE_BAND, OUTLIERS -> oneBand();
      case ONSET -> count("nodes", finding.nodes());
      case UNDECIDED -> undecided(fleet.bands());
      case DRIFT ->
          sentences.add(
              "Drift: the "
                  + nodes("nodes", finding.nodes())
                  + " change their level of "
                  + metric
                  + " over time, each in its own way, so levels cannot be compared.");
      case NOT_ENOUGH_NODES ->
          sentences.add("Not enough nodes: " + nodes("nodes", finding.nodes()) + ".");
    }
    FleetObjection objection = finding.limits().objection();
    if (objection != null) {
      sentences.add("The levels fall into groups, but " + against(objection) + ".");
    }
    int without = fleet.data().nodesWithout().size();
    if (without > 0) {
      sentences.add(
          "Left out: "
              + count("left_out", without)
              + " of "
              + nodes("known_nodes", without + finding.nodes())
              + ", with no value or too few.");
    }
  }

  private String against(FleetObjection objection) {
    return switch (objection.kind()) {
      case CHANGE -> "nodes change from one to the other without a restart";
      case NOISE -> "odd and even windows disagree on who is in which: noise";
      case LOAD -> {
        Double gap = objection.gap();
        Double error = objection.curveError();
        yield gap == null || error == null
            ? "the groups are those of the load"
            : "the groups are those of the load, and the gap of "
                + level("gap", gap)
                + " that is left between them is within what a curve slightly off would leave ("
                + level("curve_error", error)
                + ")";
      }
    };
  }

  private void oneBand() {
    List<String> outliers = fleet.groups().places().outliers();
    sentences.add(
        outliers.isEmpty()
            ? "One group"
                + (finding.confidence() < TOLD ? ", as far as " : ": ")
                + nodes("nodes", finding.nodes())
                + (finding.confidence() < TOLD ? " tell: they" : "")
                + " are one population by "
                + metric
                + fleet.bands().stream()
                    .findFirst()
                    .map(band -> ", around " + level("center", band.center()) + range())
                    .orElse("")
                + "."
            : "One group, and "
                + nodes("outliers", outliers.size())
                + " far from it by "
                + metric
                + ": "
                + names(outliers)
                + ".");
  }

  /** The levels of the nodes: {@code (683 to 908)}; empty in older files. */
  private String range() {
    DoubleSummaryStatistics levels =
        fleet.groups().places().members().stream()
            .mapToDouble(FleetMember::level)
            .summaryStatistics();
    return levels.getCount() < 2
        ? ""
        : " ("
            + level("least", levels.getMin())
            + " to "
            + level("greatest", levels.getMax())
            + ")";
  }

  /** Outliers that stand much further away than the groups from each other come first. */
  private void farOutliers(List<FleetBand> bands) {
    List<String> outliers = fleet.groups().places().outliers();
    FleetBand low = bands.getFirst();
    double apart = bands.getLast().center() / low.center() - 1;
    double furthest =
        fleet.groups().places().members().stream()
            .filter(member -> outliers.contains(member.node()))
            .mapToDouble(member -> member.level() / low.center())
            .max()
            .orElse(0);
    if (low.center() > 0 && furthest - 1 >= FURTHER * apart) {
      sentences.add(
          nodes("outliers", outliers.size())
              + (outliers.size() == 1 ? " takes " : " take up to ")
              + figure("outlier_ratio", furthest, "ratio", Numbers.significant(furthest, 3))
              + " times the "
              + metric
              + " of the lowest group: "
              + names(outliers)
              + ".");
    }
  }

  private void bands(List<FleetBand> bands) {
    farOutliers(bands);
    sentences.add(
        (bands.size() == 2 ? two(bands) : several(bands))
            + "; "
            + loyalty(fleet.groups().loyalty())
            + ".");
    sentences.add(explained(fleet.groups().explanations()));
  }

  private void undecided(List<FleetBand> bands) {
    sentences.add(
        "Time and group cannot be told apart: "
            + bands.stream()
                .map(band ->
                    nodes("group_" + band.band(), band.nodes())
                        + " at "
                        + level("center_" + band.band(), band.center()))
                .collect(Collectors.joining(" and "))
            + " "
            + metric
            + " never ran at the same time, so the work may have changed and not the nodes.");
  }

  private String two(List<FleetBand> bands) {
    FleetBand low = bands.get(0);
    FleetBand high = bands.get(1);
    return "Two groups: "
        + count("costlier_group", high.nodes())
        + " of "
        + nodes("nodes", low.nodes() + high.nodes())
        + " ("
        + share("share", high.share())
        + ", "
        + Numbers.percentRange(high.shareLow(), high.shareHigh())
        + ") "
        + ratio(high.center(), low.center());
  }

  private String ratio(double high, double low) {
    if (low > 0 && high > 0 && !isNothing(low, high)) {
      double times = high / low;
      return "take "
          + figure("ratio", times, "ratio", Numbers.significant(times, 3))
          + " times the "
          + metric
          + " that the others take";
    }
    return "have "
        + figure("center", high, "metric", nearly(high, low))
        + " of "
        + metric
        + " where the others have "
        + figure("other_center", low, "metric", nearly(low, high));
  }

  /** Whether one of two levels is nothing beside the other, so that no ratio makes sense. */
  static boolean isNothing(double one, double other) {
    return Math.min(Math.abs(one), Math.abs(other))
        < NOTHING * Math.max(Math.abs(one), Math.abs(other));
  }

  /** A level, or that it is nothing beside another. */
  static String nearly(double level, double beside) {
    return Math.abs(level) < NOTHING * Math.abs(beside) ? "about 0" : Numbers.significant(level, 3);
  }

  private String several(List<FleetBand> bands) {
    return (bands.size() == 3 ? "Three" : Numbers.count(bands.size()))
        + " groups: "
        + each(bands, band -> count("group_" + band.band(), band.nodes()))
        + " of "
        + nodes("nodes", bands.stream().mapToInt(FleetBand::nodes).sum())
        + ", at "
        + each(bands, band -> level("center_" + band.band(), band.center()))
        + " "
        + metric;
  }

  private static String each(List<FleetBand> bands, Function<FleetBand, String> shown) {
    return bands.stream().map(shown).collect(Collectors.joining(", "));
  }

  private static String loyalty(@Nullable FleetLoyalty loyalty) {
    if (loyalty == null || loyalty.withinLifetime() == null) {
      return "without times nobody can say whether nodes keep their group";
    }
    return switch (loyalty.verdict()) {
      case ANEW -> "nodes keep their group until their process restarts, which reassigns it";
      case KEPT -> "nodes keep their group, over restarts too";
      case LABELLED -> "nodes keep their group until a restart changes their label";
      case CHANGED ->
          "nearly every restart changes the group, more often than by chance, as a deploy does";
      case NONE -> "nodes keep their group, and no restart was seen";
      case TOO_FEW -> "nodes keep their group, and restarts were too few to tell what they change";
    };
  }

  private static String explained(FleetExplanations by) {
    FleetExplanation almost = by.almost();
    if (!by.explainedBy().isEmpty()) {
      return "Explained by " + named(by.explainedBy(), FleetSentences::inGroup) + ".";
    }
    if (!by.goesWith().isEmpty()) {
      return none(by)
          + "; the groups go with "
          + named(by.goesWith(), FleetSentences::inGroup)
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
    return named(explanations, FleetSentences::bare);
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
        ? quoted(one.label()) + " = " + quoted(one.value())
        : quoted(one.label()) + ", which is " + Shown.text(one.value(), LONGEST_NAME);
  }

  private static String inGroup(FleetExplanation one) {
    return (one.tellsLabel()
            ? bare(one)
            : quoted(one.label()) + " " + Shown.text(one.value(), LONGEST_NAME))
        + " in group "
        + one.band();
  }

  /** A name in quotes. */
  static String quoted(String name) {
    return "'" + Shown.text(name, LONGEST_NAME) + "'";
  }

  /** The first dozen of names. */
  static String names(List<String> names) {
    int more = names.size() - MOST_NAMED;
    return names.stream()
            .limit(MOST_NAMED)
            .map(name -> Shown.text(name, LONGEST_NAME))
            .collect(Collectors.joining(", "))
        + (more > 0 ? " and " + more + " more" : "");
  }
}
