package dev.foliot.judgement.answer;

import dev.foliot.store.fleet.FleetCeiling;
import dev.foliot.store.fleet.FleetOnset;
import dev.foliot.store.fleet.FleetPair;
import dev.foliot.store.fleet.FleetPlaces;
import dev.foliot.store.fleet.FleetRecord;
import dev.foliot.store.fleet.FleetVerdict;
import dev.foliot.text.AnswerFigure;
import dev.foliot.text.Numbers;
import dev.foliot.text.Shown;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The answer of {@code foliot fleet}.
 *
 * @param kind the verdict
 * @param sentences the first says most
 * @param figures those of the sentences
 * @param next what to do next
 * @param trust how far to rely on it: {@code confidence 99 % that there are groups}
 * @param load what became of the load: {@code load (rps) taken out}
 * @param mechanism the command lines that compare the counters of a slow and a fast node; empty
 *     without such nodes
 */
public record FleetAnswer(
    FleetVerdict kind,
    List<String> sentences,
    List<AnswerFigure> figures,
    NextAction next,
    String trust,
    String load,
    List<String> mechanism)
    implements Answer {
  private static final double LIKE_LOAD = 0.1;
  private static final int MOST_ALIKE = 3;
  private static final String EVEN_LOAD =
      "Give the groups the same load and run it again. If they stay, look inside. ";

  /** Keeps copies. */
  public FleetAnswer {
    sentences = List.copyOf(sentences);
    figures = List.copyOf(figures);
    mechanism = List.copyOf(mechanism);
  }

  /**
   * The answer on a fleet.
   *
   * @param commands continue what was asked for
   * @param isStored whether there is a run to report
   */
  public static FleetAnswer of(FleetRecord fleet, NextCommands commands, boolean isStored) {
    FleetSentences said = new FleetSentences(fleet);
    boolean apart =
        fleet.verdict() == FleetVerdict.BANDS
            || fleet.verdict() == FleetVerdict.ONSET
            || fleet.verdict() == FleetVerdict.OUTLIERS;
    return new FleetAnswer(
        fleet.verdict(),
        said.sentences(),
        said.figures(),
        new NextAction(
            purpose(fleet),
            apart
                ? commands.of("diagnose", "PID")
                : isStored ? commands.of("report", "@1") : List.of()),
        trust(fleet),
        load(fleet),
        mechanism(fleet.groups().places().pair()));
  }

  @Override
  public String sentence() {
    return String.join(" ", sentences);
  }

  /** What to do, a sentence each. */
  public List<String> steps() {
    List<String> steps = new ArrayList<>();
    if (!next.purpose().isEmpty()) {
      steps.add(next.purpose());
    }
    steps.addAll(mechanism);
    return steps;
  }

  private static List<String> mechanism(@Nullable FleetPair pair) {
    return pair == null
        ? List.of()
        : List.of(
            "on "
                + FleetSentences.quoted(pair.slow())
                + ": foliot counters record PID --output"
                + " slow.csv",
            "on "
                + FleetSentences.quoted(pair.fast())
                + ": foliot counters record PID --output"
                + " fast.csv",
            "then: foliot counters compare slow.csv fast.csv");
  }

  /** What two nodes have in common: {@code, alike in load, zone and version}. */
  private static String alike(FleetPair pair) {
    List<String> same = new ArrayList<>();
    Double ratio = pair.loadRatio();
    if (ratio != null && Math.abs(Math.log(ratio)) < LIKE_LOAD) {
      same.add("load");
    }
    pair.same().stream().limit(MOST_ALIKE).map(Shown::text).forEach(same::add);
    int last = same.size() - 1;
    return same.isEmpty()
        ? ""
        : ", alike in "
            + (last == 0
                ? same.getFirst()
                : String.join(", ", same.subList(0, last)) + " and " + same.get(last));
  }

  /** A fleet in a list: {@code 2 groups: 12 and 84 nodes}, {@code one group: 96 nodes}. */
  public static String headline(FleetRecord fleet) {
    int outliers = fleet.groups().places().outliers().size();
    int nodes = fleet.finding().nodes();
    return switch (fleet.verdict()) {
      case ONE_BAND -> "one group: " + count(nodes, "node");
      case BANDS ->
          fleet.bands().size()
              + " groups: "
              + fleet.bands().stream()
                  .map(band -> Integer.toString(band.nodes()))
                  .collect(Collectors.joining(" and "))
              + " nodes"
              + (outliers == 0 ? "" : ", " + count(outliers, "outlier"));
      case OUTLIERS -> "one group and " + count(outliers, "outlier");
      case ONSET -> FleetOnsetText.brief(fleet);
      case UNDECIDED -> "groups at different times: " + count(nodes, "node");
      case DRIFT -> "drift: " + count(nodes, "node") + " that keep to no level";
      case NOT_ENOUGH_NODES -> "not enough nodes: " + nodes;
    };
  }

  /** Without a separator of thousands: names in a list are searched for. */
  private static String count(int number, String what) {
    return number + " " + what + (number == 1 ? "" : "s");
  }

  private static String trust(FleetRecord fleet) {
    int outliers = fleet.groups().places().outliers().size();
    return "confidence "
        + Numbers.percent(fleet.finding().confidence(), 0)
        + " that there "
        + switch (fleet.verdict()) {
          case BANDS -> "are groups";
          case ONE_BAND -> "is one group";
          case OUTLIERS -> "are outliers";
          case ONSET -> "is a change";
          case UNDECIDED -> "are groups, and not times";
          case DRIFT -> "is drift";
          case NOT_ENOUGH_NODES -> "are too few nodes";
        }
        + (outliers == 0 ? "" : "; " + Numbers.count(outliers, "outlier"));
  }

  private static String load(FleetRecord fleet) {
    String load = fleet.input().columns().load();
    return load == null
        ? "load not known"
        : "load (" + Shown.text(load) + (fleet.takesLoadOut() ? ") taken out" : ") left in");
  }

  private static String purpose(FleetRecord fleet) {
    FleetPlaces places = fleet.groups().places();
    FleetPair pair = places.pair();
    return switch (fleet.verdict()) {
      case NOT_ENOUGH_NODES -> "Read more nodes, or a longer time, and run it again.";
      case ONE_BAND -> limited(fleet.finding().ceiling());
      case UNDECIDED ->
          "Let both run at the same time, if only for an hour, or read the same hours of another"
              + " day for each of them.";
      case OUTLIERS ->
          "Run foliot diagnose PID on "
              + (pair == null
                  ? FleetSentences.names(places.outliers()) + " and on " + typical(places, 0)
                  : both(pair))
              + ", then foliot compare RUN RUN.";
      case ONSET -> FleetOnsetText.purpose(fleet, pair, typical(places, unchanged(fleet)));
      case DRIFT ->
          "Look at the nodes' courses in foliot report, and read a shorter time in which they hold"
              + " still.";
      case BANDS ->
          (fleet.finding().limits().loadEffect() == null ? "" : EVEN_LOAD) + ofBands(fleet);
    };
  }

  private static String both(FleetPair pair) {
    return FleetSentences.quoted(pair.slow())
        + " and on "
        + FleetSentences.quoted(pair.fast())
        + alike(pair);
  }

  private static String ofBands(FleetRecord fleet) {
    FleetPlaces places = fleet.groups().places();
    FleetPair pair = places.pair();
    List<String> nodes =
        fleet.bands().stream()
            .map(band -> typical(places, band.band()) + " (group " + band.band() + ")")
            .toList();
    String which =
        pair == null ? String.join(nodes.size() == 2 ? " and " : ", ", nodes) : both(pair);
    return !fleet.groups().explanations().explainedBy().isEmpty()
        ? "Find what the label stands for; if that does not settle it, run foliot diagnose PID on "
            + which
            + ", then foliot compare RUN RUN."
        : "Run foliot diagnose PID under load on "
            + which
            + ", then foliot compare RUN RUN: "
            + (fleet.groups().explanations().labelled()
                ? "no label tells them apart, so what differs is likely inside the process."
                : "no label is known that could tell them apart.");
  }

  private static String limited(@Nullable FleetCeiling ceiling) {
    return ceiling == null || ceiling.always().isEmpty()
        ? ""
        : "Raise the limit of the nodes that always stand at it, or run foliot diagnose PID on "
            + FleetSentences.quoted(ceiling.always().getFirst())
            + " to see what they need it for.";
  }

  /** The group of the nodes that did not change. */
  private static int unchanged(FleetRecord fleet) {
    return fleet.finding().onsets().stream()
        .filter(FleetOnset::isOfSome)
        .findFirst()
        .map(onset -> onset.after() > onset.before() ? 0 : 1)
        .orElse(0);
  }

  private static String typical(FleetPlaces places, int band) {
    boolean known = band >= 0 && band < places.typical().size();
    return known ? FleetSentences.quoted(places.typical().get(band)) : "a node";
  }
}
