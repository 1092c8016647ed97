package dev.foliot.report.fleet;

import dev.foliot.report.chart.Axis;
import dev.foliot.report.page.Block;
import dev.foliot.report.page.Block.Cell;
import dev.foliot.report.page.Facts;
import dev.foliot.report.page.Foreign;
import dev.foliot.report.page.Rows;
import dev.foliot.report.page.Units;
import dev.foliot.store.fleet.FleetCeiling;
import dev.foliot.store.fleet.FleetData;
import dev.foliot.store.fleet.FleetExplanation;
import dev.foliot.store.fleet.FleetInput;
import dev.foliot.store.fleet.FleetLoyalty;
import dev.foliot.store.fleet.FleetRecord;
import dev.foliot.store.fleet.FleetStep;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What the page says of a fleet in tables and sentences. */
final class FleetTables {
  private static final int MOST_ROWS = 100;
  private static final int MOST_NAMES = 400;
  private static final int MOST_BANDS = 6;
  private static final int MOST_FILES = 20;
  private static final int MOST_ALIKE = 6;

  private final FleetView view;
  private final FleetRecord fleet;

  FleetTables(FleetView view) {
    this.view = view;
    this.fleet = view.fleet();
  }

  /** What separates the bands; that nothing does is a finding too. */
  List<Block> explanations() {
    String tried = joined(fleet.input().columns().labels());
    List<Block> blocks = new ArrayList<>();
    if (fleet.groups().explanations().explainedBy().isEmpty()) {
      blocks.add(
          new Block.Prose(
              fleet.groups().explanations().goesWith().isEmpty()
                  ? "Not explained by any label: the reason is not in the data. Look for it on the"
                      + " nodes."
                  : "Not explained by any label. The metrics below may be consequences.",
              tried.isEmpty()
                  ? "No label was in the data."
                  : "Labels that were tried: " + tried + "."));
    } else {
      blocks.add(
          table(
              "-explained",
              "Explained by",
              "Labels, the strongest first. Effect is the difference of the label's shares inside"
                  + " and outside of the group, for several values the root of eta squared: 1"
                  + " separates the groups wholly, 0 not at all. The p-values are adjusted for the"
                  + " number of tests (Holm).",
              "label",
              fleet.groups().explanations().explainedBy()));
    }
    if (!fleet.groups().explanations().goesWith().isEmpty()) {
      blocks.add(
          table(
              "-with",
              "Goes with",
              "Metrics that move with the groups, the strongest first. They may be consequences."
                  + " Effect is Cliff's delta: 1 separates the groups wholly, 0 not at all.",
              "metric",
              fleet.groups().explanations().goesWith()));
    }
    return blocks;
  }

  private Block table(
      String id, String title, String claim, String kind, List<FleetExplanation> explanations) {
    boolean ratios = explanations.stream().anyMatch(one -> one.riskRatio() != null);
    List<Cell> heads =
        new ArrayList<>(
            List.of(Cell.text(kind), Cell.text("value"), Cell.text("of"), Cell.number("effect")));
    if (ratios) {
      heads.add(Cell.number("risk ratio"));
    }
    heads.add(Cell.number("p, adjusted"));
    heads.add(Cell.text("equivalent"));
    return new Block.Table(
        view.key() + id,
        title,
        claim,
        heads,
        explanations.stream().limit(MOST_ROWS).map(one -> explanation(one, ratios)).toList(),
        "",
        false);
  }

  private List<Cell> explanation(FleetExplanation one, boolean ratios) {
    Double ratio = one.riskRatio();
    List<Cell> cells =
        new ArrayList<>(
            List.of(
                Cell.text(Foreign.name(one.label())),
                Cell.text(Foreign.name(one.value())),
                Cell.text(view.name(one.band()), FleetView.colour(one.band())),
                Cell.number(Units.metric(one.effect()))));
    if (ratios) {
      cells.add(Cell.number(ratio == null ? Units.NONE : Units.metric(ratio) + "×"));
    }
    cells.add(Cell.number(Units.chance(one.pAdjusted())));
    cells.add(Cell.text(joined(one.alike())));
    return cells;
  }

  private static String joined(List<String> names) {
    int left = names.size() - MOST_ALIKE;
    return names.stream().limit(MOST_ALIKE).map(Foreign::name).collect(Collectors.joining(", "))
        + (left > 0 ? " and " + left + " more" : "");
  }

  List<Block> loyalty() {
    FleetLoyalty loyalty = fleet.groups().loyalty();
    if (loyalty == null) {
      return List.of();
    }
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("verdict", loyalty.verdict().shown());
    Double within = loyalty.withinLifetime();
    Double kept = loyalty.pKept();
    facts.put(
        "within a lifetime",
        within == null ? "not known: one window" : Units.percent(within) + " of windows in group");
    facts.put("restarts in the data", Units.count(loyalty.restarts()));
    facts.put("another group after it", Units.count(loyalty.changed()));
    facts.put("expected if reassigned at each restart", Units.metric(loyalty.expectedChanged()));
    facts.put(
        "chance of so few changes if reassigned", kept == null ? Units.NONE : Units.chance(kept));
    return List.of(
        new Block.Prose(
            "A group that is reassigned when a process starts, as by the address of a class, lasts"
                + " until the process ends. A group that a machine or a setting decides lasts over"
                + " restarts."),
        Facts.table(view.key() + "-loyalty-facts", "Persistence", facts));
  }

  List<Block> steps() {
    Rows rows = new Rows().texts("step", "what it found", "method");
    for (FleetStep step : fleet.steps().stream().limit(MOST_ROWS).toList()) {
      rows.row(
          Cell.text((rows.size() + 1) + ". " + step.name().shown()),
          Cell.text(Foreign.text(step.said(), Foreign.EXACT)),
          Cell.text(Foreign.sentence(step.source()), "source"));
    }
    return rows.isEmpty()
        ? List.of()
        : List.of(
            rows.table(view.key() + "-step-table", "The steps of the analysis", "", "fleet-steps"));
  }

  /** Who is in which band, the smallest first; of many some. */
  List<Block> nodes() {
    List<Block> blocks = new ArrayList<>();
    names(blocks, "Outliers, far from all groups", fleet.groups().places().outliers(), true);
    Map<Integer, List<String>> byBand = new TreeMap<>();
    fleet
        .groups()
        .places()
        .assignments()
        .forEach((node, band) -> byBand.computeIfAbsent(band, b -> new ArrayList<>()).add(node));
    byBand.entrySet().stream()
        .sorted((a, b) -> Integer.compare(a.getValue().size(), b.getValue().size()))
        .limit(MOST_BANDS)
        .forEach(band -> names(blocks, capital(view.name(band.getKey())), band.getValue(), false));
    FleetCeiling ceiling = fleet.finding().ceiling();
    if (ceiling != null) {
      names(
          blocks,
          "At a ceiling of " + Units.metric(ceiling.level()) + " " + Foreign.name(ceiling.metric()),
          ceiling.nodes(),
          false);
    }
    names(blocks, "With too little data to be placed", fleet.data().nodesWithout(), false);
    return blocks;
  }

  private static String capital(String name) {
    return Character.toUpperCase(name.charAt(0)) + name.substring(1);
  }

  private static void names(List<Block> blocks, String title, List<String> names, boolean open) {
    if (names.isEmpty()) {
      return;
    }
    int left = names.size() - MOST_NAMES;
    String text =
        names.stream().limit(MOST_NAMES).map(Foreign::name).collect(Collectors.joining(", "))
            + (left > 0 ? ", and " + Units.count(left) + " more in fleet.json" : "");
    String summary = title + ": " + Units.count(names.size(), "node");
    blocks.add(
        open
            ? new Block.Steps(summary, List.of(text), false)
            : new Block.Folded(summary, List.of(new Block.Prose(text))));
  }

  List<Block> data() {
    FleetInput input = fleet.input();
    FleetData data = fleet.data();
    List<Block> blocks = new ArrayList<>();
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put(
        "files",
        input.files().stream().limit(MOST_FILES).collect(Collectors.joining(", "))
            + (input.files().size() > MOST_FILES
                ? " and " + (input.files().size() - MOST_FILES) + " more"
                : ""));
    facts.put("format", input.format());
    facts.put("metric", input.columns().metric());
    facts.put("node", input.columns().node());
    facts.put("time", orNone(input.columns().time()));
    facts.put("load", orNone(input.columns().load()));
    facts.put("start of the process", orNone(input.columns().start()));
    facts.put(
        "labels", input.columns().labels().isEmpty() ? "none" : joined(input.columns().labels()));
    facts.put("rows", Units.count(data.points().rows()));
    facts.put(
        "points without a value",
        Units.count(data.points().missing())
            + (data.points().notFinite() == 0
                ? ""
                : ", of these " + Units.count(data.points().notFinite()) + " not finite"));
    facts.put("duplicates", Units.count(data.points().duplicates()));
    facts.put("order", data.points().unordered() ? "rows are not in the order of time" : "by time");
    facts.put("counter resets", Units.count(data.points().resets()));
    if (data.period().windows() > 1) {
      facts.put(
          "period",
          Axis.moment(Axis.secondsOf((double) data.period().firstUs()))
              + " to "
              + Axis.moment(Axis.secondsOf((double) data.period().lastUs())));
      facts.put(
          "windows",
          Units.count(data.period().windows())
              + " of "
              + Axis.length(Axis.secondsOf((double) data.period().windowUs())));
    }
    facts.put(
        "lifetimes",
        Units.count(fleet.finding().lifetimes())
            + " of "
            + Units.count(fleet.finding().nodes(), "node"));
    blocks.add(Facts.table(view.key() + "-input", "What was read", facts));
    sentences(blocks, "Guessed, since no option says it", input.guesses());
    sentences(blocks, "Notes", data.notes());
    return blocks;
  }

  private static String orNone(@Nullable String column) {
    return column == null ? "none" : column;
  }

  private static void sentences(List<Block> blocks, String title, List<String> sentences) {
    if (!sentences.isEmpty()) {
      blocks.add(
          new Block.Steps(
              title, sentences.stream().limit(MOST_ROWS).map(Foreign::sentence).toList(), false));
    }
  }

  List<Block> conditions() {
    Map<String, Object> facts = new LinkedHashMap<>(Facts.run(view.run()));
    facts.remove("benchmark");
    facts.put("seed", view.run().load().seed());
    return List.of(
        Facts.command(view.run()),
        Facts.table(view.key() + "-run", "Run", facts),
        Facts.table(view.key() + "-machine", "Analysed on", view.run().environment()));
  }
}
