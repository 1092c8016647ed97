package dev.foliot.report.fleet;

import dev.foliot.report.page.Block;
import dev.foliot.report.page.Block.Cell;
import dev.foliot.report.page.Cover;
import dev.foliot.report.page.Foreign;
import dev.foliot.report.page.Rows;
import dev.foliot.report.page.Section;
import dev.foliot.report.page.Titles;
import dev.foliot.report.page.Units;
import dev.foliot.store.fleet.FleetBand;
import dev.foliot.store.fleet.FleetRecord;
import dev.foliot.store.fleet.FleetVerdict;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Which sections the page of some fleets has, in which order. */
public final class FleetSections {
  private static final int MOST_BANDS = 12;
  private static final int MOST_SENTENCES = 20;
  private static final int MOST_NAMES = 8;

  private final List<FleetView> views;

  public FleetSections(List<FleetView> views) {
    this.views = views;
  }

  /** What a reader sees first. */
  public Cover cover() {
    List<Block> blocks = new ArrayList<>();
    for (FleetView view : views) {
      blocks.add(trust(view));
      blocks.addAll(picture(view));
      if (!view.fleet().bands().isEmpty()) {
        blocks.add(bands(view));
      }
    }
    List<Cover.Step> next = new ArrayList<>();
    views.forEach(view -> next.addAll(next(view)));
    return new Cover(
        "Fleet: "
            + views.stream()
                .map(FleetView::title)
                .distinct()
                .limit(MOST_NAMES)
                .collect(Collectors.joining(", ")),
        views.stream()
            .limit(MOST_NAMES)
            .map(view -> view.prefix() + shown(view.answer().sentence()))
            .collect(Collectors.joining(" ")),
        views.stream().map(FleetSections::facts).toList(),
        blocks,
        next);
  }

  private static List<String> facts(FleetView view) {
    FleetRecord fleet = view.fleet();
    List<String> files = fleet.input().files();
    List<String> facts = new ArrayList<>();
    if (!view.letter().isEmpty()) {
      facts.add(view.letter());
    }
    facts.add(Units.count(fleet.finding().nodes(), "node"));
    facts.add(
        Units.count(fleet.data().points().rows(), "row")
            + " of "
            + (files.size() == 1
                ? Foreign.text(files.getFirst(), 80)
                : Units.count(files.size(), "file")));
    facts.add(Units.count(fleet.data().period().windows(), "window"));
    facts.add(shown(view.answer().load()));
    facts.add(Titles.moment(fleet.startedAt()));
    facts.add(Foreign.text(view.run().id(), 40));
    return facts;
  }

  private static String shown(String sentences) {
    return Foreign.text(sentences, Foreign.EXACT);
  }

  /** How far the verdict can be relied upon. */
  private static Block trust(FleetView view) {
    FleetRecord fleet = view.fleet();
    List<Block.Reasons> groups = new ArrayList<>();
    reasons(groups, "Guessed, since no option says it", fleet.input().guesses());
    reasons(groups, "Notes on the data", fleet.data().notes());
    return new Block.Trust(
        fleet.verdict() == FleetVerdict.NOT_ENOUGH_NODES ? "suspect" : "valid",
        view.prefix() + shown(view.answer().trust()),
        groups);
  }

  private static void reasons(List<Block.Reasons> groups, String title, List<String> sentences) {
    if (!sentences.isEmpty()) {
      groups.add(
          new Block.Reasons(
              title, sentences.stream().limit(MOST_SENTENCES).map(Foreign::sentence).toList()));
    }
  }

  /** Each node over time as a row or a line; the distribution where the data has no times. */
  private static List<Block> picture(FleetView view) {
    List<Block> heat = heat(view);
    if (isFigure(heat) && changes(view)) {
      return heat;
    }
    List<Block> lines = new FleetLines(view).blocks();
    return isFigure(lines) ? lines : new FleetDistribution(view).blocks();
  }

  private static List<Block> heat(FleetView view) {
    return new FleetHeat(view).blocks();
  }

  /** Whether nodes changed: rows that are sorted by it show it better than lines. */
  private static boolean changes(FleetView view) {
    return !view.fleet().finding().onsets().isEmpty();
  }

  private static boolean isFigure(List<Block> blocks) {
    return blocks.stream().anyMatch(Block.Figure.class::isInstance);
  }

  /** What that rests on. */
  public List<Section> all() {
    List<Section> sections = new ArrayList<>();
    views.forEach(view -> sections.addAll(of(view)));
    return sections;
  }

  private List<Section> of(FleetView view) {
    FleetTables tables = new FleetTables(view);
    List<Section> sections = new ArrayList<>();
    List<Block> lines = new FleetLines(view).blocks();
    if (isFigure(lines)) {
      boolean covered = changes(view) && isFigure(heat(view));
      add(sections, view, "over-time", "Nodes over time", covered ? lines : heat(view));
      add(sections, view, "centers", "Distribution", new FleetDistribution(view).blocks());
    } else {
      add(sections, view, "time", "Over time", lines);
    }
    add(sections, view, "against-load", "Before and after the load is taken out", load(view));
    if (view.fleet().verdict() == FleetVerdict.BANDS) {
      add(sections, view, "separates", "What separates the groups", tables.explanations());
      add(sections, view, "loyalty", "Persistence: do nodes keep their group?", tables.loyalty());
      add(sections, view, "shares", "Shares", EighthsStrip.blocks(view));
    }
    add(sections, view, "steps", "How it was found", tables.steps());
    add(sections, view, "nodes", "Nodes of each group", tables.nodes());
    add(sections, view, "data", "Data and guesses", tables.data());
    add(sections, view, "environment", "Environment and command", tables.conditions());
    return sections;
  }

  private static List<Block> load(FleetView view) {
    return new FleetLoad(view).blocks();
  }

  private static void add(
      List<Section> sections, FleetView view, String id, String heading, List<Block> blocks) {
    if (!blocks.isEmpty()) {
      sections.add(new Section(view.key() + "-" + id, view.prefix() + heading, blocks));
    }
  }

  private static Block bands(FleetView view) {
    FleetRecord fleet = view.fleet();
    Rows rows =
        new Rows().texts("group").numbers("nodes", "share", "95 % interval", "center", "spread");
    for (FleetBand band : fleet.bands().stream().limit(MOST_BANDS).toList()) {
      rows.row(
          Cell.text(view.name(band.band()), FleetView.colour(band.band())),
          Cell.number(Units.count(band.nodes())),
          Cell.number(Units.percent(band.share())),
          Cell.number(Units.percent(band.shareLow()) + " to " + Units.percent(band.shareHigh())),
          Cell.number(Units.metric(band.center())),
          Cell.number(Units.metric(band.spread())));
    }
    Double separation = fleet.groups().separation();
    String claim =
        "Center: the median of "
            + view.metric()
            + " over a group's nodes; spread: their standard deviation; the interval of a share is"
            + " exact (Clopper and Pearson)."
            + (separation == null
                ? ""
                : " Ashman's D between neighbours is at least "
                    + Units.metric(separation)
                    + "; from 4.1 on they are two groups.");
    return rows.table(
        view.key() + "-bands",
        view.prefix() + (fleet.bands().size() == 1 ? "The nodes" : "The groups"),
        claim,
        "bands");
  }

  private static List<Cover.Step> next(FleetView view) {
    return view.answer().steps().stream()
        .limit(MOST_SENTENCES)
        .map(step -> Cover.Step.of(view.prefix() + Foreign.sentence(step)))
        .toList();
  }
}
