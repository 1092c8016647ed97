package dev.foliot.judgement.answer;

import dev.foliot.store.fleet.FleetCeiling;
import dev.foliot.store.fleet.FleetExplanations;
import dev.foliot.store.fleet.FleetFinding;
import dev.foliot.store.fleet.FleetLimits;
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
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The verdict on a fleet in sentences, with their figures. */
final class FleetSentences {
  private static final int MOST_NAMED = 12;
  private static final int LONGEST_NAME = 100;

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
  private final FigureList figures = new FigureList();

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
          "Idle windows, "
              + figures.share("idle", limits.idleShare(), 1)
              + " of all, are left out.");
    }
  }

  List<String> sentences() {
    return sentences;
  }

  List<AnswerFigure> figures() {
    return figures.all();
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
        figures.count("ceiling_nodes", always.isEmpty() ? ceiling.nodes().size() : always.size())
            + " of "
            + figures.nodes("all_nodes", ceiling.of())
            + (always.isEmpty() ? " reach a ceiling of " : " stand at a ceiling of ")
            + figures.level("ceiling", ceiling.level())
            + " "
            + Shown.text(ceiling.metric(), LONGEST_NAME)
            + " in "
            + figures.share("at_ceiling", ceiling.share(), 1)
            + " of their windows, as with a CPU limit"
            + (always.isEmpty() ? "" : ": " + names(always))
            + (always.isEmpty() || others == 0
                ? ""
                : "; " + figures.count("ceiling_at_times", others) + " more reach it at times")
            + (with.explainedBy().isEmpty()
                ? ""
                : "; explained by " + FleetExplanationText.named(with.explainedBy()))
            + (with.goesWith().isEmpty()
                ? ""
                : "; look at " + FleetExplanationText.named(with.goesWith()) + " there")
            + ".");
  }

  private void onset(FleetOnset onset) {
    sentences.add(FleetOnsetText.sentence(onset, fleet));
    Double times = onset.times();
    if (sentences.size() == 1) {
      figures.count("changed_nodes", onset.changed());
      if (times != null) {
        figures.add("change", times, "ratio", Numbers.significant(times, 3));
      }
    }
  }

  private void loadSeparates(double effect) {
    sentences.add(
        "The load separates the groups (effect "
            + figures.add("load_effect", effect, "ratio", Numbers.significant(effect, 3))
            + "): one has more "
            + load()
            + ", which may be the cause.");
  }

  private void verdict() {
    Reason few = finding.reasonCode();
    if (few != null) {
      figures.nodes("nodes", finding.nodes());
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
      case BANDS -> sentences.addAll(new FleetGroupText(fleet, figures).apart());
      case ONE_BAND, OUTLIERS -> oneBand();
      case ONSET -> figures.nodes("nodes", finding.nodes());
      case UNDECIDED -> sentences.add(new FleetGroupText(fleet, figures).atOtherTimes());
      case DRIFT ->
          sentences.add(
              "Drift: the "
                  + figures.nodes("nodes", finding.nodes())
                  + " change their level of "
                  + metric
                  + " over time, each in its own way, so levels cannot be compared.");
      case NOT_ENOUGH_NODES ->
          sentences.add("Not enough nodes: " + figures.nodes("nodes", finding.nodes()) + ".");
    }
    FleetObjection objection = finding.limits().objection();
    if (objection != null) {
      sentences.add("The levels fall into groups, but " + against(objection) + ".");
    }
    int without = fleet.data().nodesWithout().size();
    if (without > 0) {
      sentences.add(
          "Left out: "
              + figures.count("left_out", without)
              + " of "
              + figures.nodes("known_nodes", without + finding.nodes())
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
                + figures.level("gap", gap)
                + " that is left between them is within what a curve slightly off would leave ("
                + figures.level("curve_error", error)
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
                + figures.nodes("nodes", finding.nodes())
                + (finding.confidence() < TOLD ? " tell: they" : "")
                + " are one population by "
                + metric
                + fleet.bands().stream()
                    .findFirst()
                    .map(band -> ", around " + figures.level("center", band.center()) + range())
                    .orElse("")
                + "."
            : "One group, and "
                + figures.nodes("outliers", outliers.size())
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
            + figures.level("least", levels.getMin())
            + " to "
            + figures.level("greatest", levels.getMax())
            + ")";
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
