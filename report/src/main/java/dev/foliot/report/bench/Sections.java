package dev.foliot.report.bench;

import dev.foliot.report.page.Block;
import dev.foliot.report.page.Block.Cell;
import dev.foliot.report.page.Foreign;
import dev.foliot.report.page.Rows;
import dev.foliot.report.page.Section;
import dev.foliot.report.page.Units;
import dev.foliot.store.RateSearch;
import dev.foliot.store.Spread;
import dev.foliot.store.comparison.ComparisonRecord;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which sections a page has, in which order. */
public final class Sections {
  private static final int CURVES_PX = 340;
  private static final int SPLIT_PX = 260;
  private static final int MOST_SPLITS = 6;
  private static final int MOST_FORK_LINES = 24;

  private final List<RunView> runs;
  private final List<Group> groups;
  private final List<GroupCurve> curves;

  public Sections(List<RunView> runs) {
    this.runs = runs;
    this.groups = Group.of(runs);
    this.curves = groups.stream().map(group -> GroupCurve.of(group, "response")).toList();
  }

  public List<Section> all(@Nullable ComparisonRecord comparison) {
    List<Section> sections = new ArrayList<>();
    List<Block> top = new ArrayList<>();
    sections.add(new Section("result", "Result", top));
    if (comparison != null) {
      ComparisonSection compared = new ComparisonSection(comparison);
      top.add(compared.verdict());
      sections.add(compared.section());
    }
    for (RunView run : runs) {
      RateSearch search = run.run().rateSearch();
      if (search != null) {
        top.add(new Block.Prose(Foreign.sentence(search.answer())));
      }
      top.add(Headline.verdict(run));
    }
    if (!curves.isEmpty()) {
      top.add(Headline.figures(curves));
    }
    for (RunView run : runs) {
      List<Block> rates = rates(run);
      if (!rates.isEmpty()) {
        sections.add(new Section(run.key() + "-rates", prefix(run) + "Rates", rates));
      }
    }
    sections.add(percentiles());
    for (RunView run : runs) {
      sections.addAll(ofRun(run));
    }
    return sections;
  }

  private Section percentiles() {
    List<Block> blocks = new ArrayList<>();
    if (groups.size() == 1 && groups.getFirst().forks().size() > 1) {
      blocks.add(chips("Forks", groups.getFirst().forks()));
    } else if (groups.size() > 1) {
      List<Block.Chip> chips = new ArrayList<>();
      groups.forEach(g -> chips.add(new Block.Chip(g.key(), g.name(), g.colour())));
      blocks.add(new Block.Chips("Show", chips));
    }
    int forks = groups.stream().mapToInt(group -> group.forks().size()).sum();
    PercentilePlot plot = new PercentilePlot("curves", CURVES_PX);
    for (GroupCurve curve : curves) {
      Group group = curve.group();
      plot.add(
          curve,
          group.name(),
          group.colour(),
          group.key(),
          groups.size() == 1 || forks <= MOST_FORK_LINES);
    }
    if (!plot.isEmpty()) {
      String claim =
          "Each step to the right is ten times as rare. A thin line is a fork: full as far as ten"
              + " episodes or more lie beyond, dotted where it only says what this fork saw. The"
              + " thick line is the median over the forks; the band is its 95 % interval.";
      blocks.add(
          plot.figure(
                  "Response time by percentile",
                  claim,
                  "Response time by percentile, a line per fork",
                  PercentilePlot.Frame.of(List.of(plot)))
              .table(ForkFigures.table("curves", groups)));
    }
    blocks.addAll(splits());
    return new Section("percentiles", "Percentiles", blocks);
  }

  private static Block chips(String label, List<ForkView> forks) {
    List<Block.Chip> chips = new ArrayList<>();
    forks.forEach(f -> chips.add(new Block.Chip(f.key(), Integer.toString(f.number()), "fork")));
    return new Block.Chips(label, chips);
  }

  /** Response against service, of each group; on the same axes, to be compared. */
  private List<Block> splits() {
    List<Block.Figure> figures = new ArrayList<>();
    Map<Group, PercentilePlot> plots = new LinkedHashMap<>();
    for (GroupCurve curve : curves.subList(0, Math.min(MOST_SPLITS, curves.size()))) {
      Group group = curve.group();
      String id = "split-" + group.key();
      PercentilePlot plot = new PercentilePlot(id, SPLIT_PX);
      plot.add(curve, "response", "c1", id + "r", true);
      plot.add(GroupCurve.of(group, "service"), "service", "c0", id + "s", true);
      if (!plot.isEmpty()) {
        plots.put(group, plot);
      }
    }
    PercentilePlot.Frame frame = PercentilePlot.Frame.of(plots.values());
    plots.forEach((group, plot) -> {
      String id = "split-" + group.key();
      boolean alone = groups.size() == 1;
      Block.Figure figure =
          plot.figure(
                  alone ? "" : group.name(),
                  "",
                  "Response time against service time, " + group.name(),
                  frame)
              .legend(
                  List.of(
                      new Block.Chip(id + "r", "response", "c1"),
                      new Block.Chip(id + "s", "service", "c0")))
              .table(split(id, group));
      figures.add(alone ? figure : figure.part());
    });
    if (figures.isEmpty()) {
      return List.of();
    }
    String claim =
        "What users wait for against what the work takes once it begins. The gap is time in which a"
            + " message waited for the messages before it, or for the harness; a test that starts a"
            + " message only when the one before is done never sees it.";
    return List.of(new Block.Row("Response against service", claim, figures, List.of()));
  }

  private static Block.Table split(String id, Group group) {
    Rows rows = new Rows().texts("median over forks");
    rows.numbers(Headline.names().stream().map(Units::percentileName).toList());
    for (String kind : List.of("response", "service")) {
      List<Cell> row = new ArrayList<>();
      row.add(Cell.text(kind));
      for (String name : Headline.names()) {
        Spread spread = group.spread(kind, name);
        String interval = spread.low() == null ? null : Units.interval(spread.low(), spread.high());
        row.add(Cell.ns(spread.median(), interval));
      }
      rows.row(row);
    }
    return rows.of(id, "Response and service time");
  }

  private List<Section> ofRun(RunView run) {
    String prefix = prefix(run);
    List<Group> own = groups(run);
    List<Section> sections = new ArrayList<>();
    List<Block> time = new ArrayList<>();
    if (run.forks().size() > 1 && groups.size() > 1) {
      time.add(chips("Forks", run.forks()));
    }
    time.addAll(new OverTime(run).blocks());
    sections.add(new Section(run.key() + "-time", prefix + "Over time", time));
    List<Block> parts = new ArrayList<>(new SlowestTable(run).blocks());
    for (Group group : own) {
      parts.addAll(new ProbeTable(group).blocks(group.key() + "-probes"));
    }
    if (!parts.isEmpty()) {
      sections.add(new Section(run.key() + "-where", prefix + "Where the time went", parts));
    }
    List<Block> warmUp = new WarmUpPlot(run).blocks();
    if (!warmUp.isEmpty()) {
      sections.add(new Section(run.key() + "-warm", prefix + "Warm-up", warmUp));
    }
    RunTables tables = new RunTables(run);
    List<Block> numbers = new ArrayList<>();
    own.forEach(group -> numbers.add(tables.durations(group, group.key() + "-durations")));
    numbers.add(tables.forks());
    sections.add(new Section(run.key() + "-numbers", prefix + "In numbers", numbers));
    sections.add(
        new Section(
            run.key() + "-environment", prefix + "Environment and command", tables.environment()));
    return sections;
  }

  private static String prefix(RunView run) {
    return run.letter().isEmpty() ? "" : run.letter() + ": ";
  }

  private List<Group> groups(RunView run) {
    return groups.stream().filter(group -> group.run().key().equals(run.key())).toList();
  }

  private List<Block> rates(RunView run) {
    List<Block> blocks = new ArrayList<>();
    for (int i = 0; i < run.run().arms().size(); i++) {
      int arm = i;
      List<Group> ofArm = groups(run).stream().filter(group -> group.arm() == arm).toList();
      if (ofArm.size() > 1) {
        String name = run.run().arms().size() > 1 ? run.armName(arm) : "";
        blocks.addAll(new RatePlot(run.key() + "-rate" + arm, run, ofArm).blocks(name));
      }
    }
    return blocks;
  }
}
