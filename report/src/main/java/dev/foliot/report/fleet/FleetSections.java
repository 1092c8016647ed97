package dev.foliot.report.fleet;

import dev.foliot.report.page.Block;
import dev.foliot.report.page.Block.Cell;
import dev.foliot.report.page.Foreign;
import dev.foliot.report.page.Rows;
import dev.foliot.report.page.Section;
import dev.foliot.report.page.Units;
import dev.foliot.store.fleet.FleetBand;
import dev.foliot.store.fleet.FleetRecord;
import dev.foliot.store.fleet.FleetVerdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Which sections the page of some fleets has, in which order. */
public final class FleetSections {
  private static final int MOST_BANDS = 12;
  private static final int MOST_SENTENCES = 20;

  private final List<FleetView> views;

  public FleetSections(List<FleetView> views) {
    this.views = views;
  }

  public List<Section> all() {
    List<Section> sections = new ArrayList<>();
    List<Block> top = new ArrayList<>();
    sections.add(new Section("result", "Result", top));
    for (FleetView view : views) {
      top.add(verdict(view));
      if (!view.fleet().bands().isEmpty()) {
        top.add(bands(view));
      }
      next(top, view);
      sections.addAll(of(view));
    }
    return sections;
  }

  private List<Section> of(FleetView view) {
    FleetTables tables = new FleetTables(view);
    List<Section> sections = new ArrayList<>();
    add(sections, view, "time", "Over time", new FleetLines(view).blocks());
    add(sections, view, "centers", "Distribution", new FleetDistribution(view).blocks());
    add(sections, view, "against-load", "The load", new FleetLoad(view).blocks());
    if (view.fleet().verdict() == FleetVerdict.BANDS) {
      add(sections, view, "separates", "What separates the bands", tables.explanations());
      add(sections, view, "loyalty", "Do nodes keep to their band?", tables.loyalty());
      add(sections, view, "shares", "Shares", EighthsStrip.blocks(view));
    }
    add(sections, view, "steps", "How it was found", tables.steps());
    add(sections, view, "nodes", "Nodes", tables.nodes());
    add(sections, view, "data", "Data and guesses", tables.data());
    add(sections, view, "environment", "Command and machine", tables.conditions());
    return sections;
  }

  private static void add(
      List<Section> sections, FleetView view, String id, String heading, List<Block> blocks) {
    if (!blocks.isEmpty()) {
      sections.add(new Section(view.key() + "-" + id, view.prefix() + heading, blocks));
    }
  }

  private static Block verdict(FleetView view) {
    FleetRecord fleet = view.fleet();
    return new Block.Verdict(
        fleet.headline().toUpperCase(Locale.ROOT),
        css(fleet.verdict()),
        view.prefix() + "confidence " + Units.percent(fleet.confidence()),
        List.of(Foreign.text(fleet.words(), Foreign.EXACT)),
        List.of());
  }

  private static String css(FleetVerdict verdict) {
    return switch (verdict) {
      case ONE_BAND -> "valid";
      case BANDS, OUTLIERS, DRIFT -> "suspect";
      case NOT_ENOUGH_NODES -> "undecided";
    };
  }

  private static Block bands(FleetView view) {
    FleetRecord fleet = view.fleet();
    Rows rows =
        new Rows().texts("band").numbers("nodes", "share", "95 % interval", "center", "spread");
    for (FleetBand band : fleet.bands().stream().limit(MOST_BANDS).toList()) {
      rows.row(
          Cell.text(view.name(band.band()), FleetView.colour(band.band())),
          Cell.number(Units.count(band.nodes())),
          Cell.number(Units.percent(band.share())),
          Cell.number(Units.percent(band.shareLow()) + " to " + Units.percent(band.shareHigh())),
          Cell.number(Units.metric(band.center())),
          Cell.number(Units.metric(band.spread())));
    }
    Double separation = fleet.separation();
    Double dipP = fleet.dipP();
    String claim =
        "The center is the median over a band's nodes, the spread their standard deviation, both of"
            + " "
            + view.metric()
            + "; the interval of a share is exact (Clopper and Pearson, 95 %)."
            + (separation == null
                ? ""
                : " Neighbours are apart by Ashman's D of "
                    + Units.metric(separation)
                    + " at least; two bands are called so from 4.1 on.")
            + (dipP == null
                ? ""
                : " Hartigan's dip has p " + Units.chance(dipP) + ", which decides nothing.");
    return rows.table(
        view.key() + "-bands",
        view.prefix() + (fleet.bands().size() == 1 ? "The nodes" : "The bands"),
        claim,
        "bands");
  }

  private static void next(List<Block> blocks, FleetView view) {
    if (!view.fleet().next().isEmpty()) {
      blocks.add(
          new Block.Steps(
              view.prefix() + "What to do next",
              view.fleet().next().stream().limit(MOST_SENTENCES).map(Foreign::sentence).toList(),
              true));
    }
  }
}
