package dev.foliot.report.bench;

import dev.foliot.report.page.Block;
import dev.foliot.report.page.Block.Cell;
import dev.foliot.report.page.Cover;
import dev.foliot.report.page.Rows;
import dev.foliot.report.page.Section;
import dev.foliot.report.page.Units;
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

  /** What a reader sees first. */
  public Cover cover(@Nullable ComparisonRecord comparison) {
    return new RunCover(runs, curves, comparison).cover();
  }

  /** What that rests on. */
  public List<Section> all(@Nullable ComparisonRecord comparison) {
    List<Section> sections = new ArrayList<>();
    if (comparison != null && !curves.isEmpty()) {
      sections.add(
          new Section("sides", "Both sides in numbers", List.of(Headline.figures(curves))));
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
              + " episodes or more lie beyond it, dotted where fewer do. The thick line is the"
              + " median over the forks, the band its 95 % interval.";
      blocks.add(
          plot.figure(
                  "Response time by percentile",
                  claim,
                  "Response time by percentile, a line per fork",
                  PercentilePlot.Frame.of(List.of(plot)))
              .table(ForkFigures.table("curves", groups)));
    }
    if (groups.size() > 1) {
      blocks.addAll(splits());
    }
    return new Section("percentiles", "Percentiles of every fork", blocks);
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
      figures.add(
          plot.figure(
                  group.name(), "", "Response time against service time, " + group.name(), frame)
              .legend(
                  List.of(
                      new Block.Chip(id + "r", "response", "c1"),
                      new Block.Chip(id + "s", "service", "c0")))
              .table(split(id, group))
              .part());
    });
    if (figures.isEmpty()) {
      return List.of();
    }
    String claim =
        "Response time counts from when a message is due, service time from when it starts. The gap"
            + " is the wait behind earlier messages, or for the load generator.";
    return List.of(new Block.Row("Response against service", claim, figures, List.of()));
  }

  private static Block.Table split(String id, Group group) {
    Rows rows = new Rows().texts("median over forks");
    rows.numbers(Headline.heads(List.of(group)));
    for (String kind : List.of("response", "service")) {
      List<Cell> row = new ArrayList<>();
      row.add(Cell.text(kind));
      for (String name : Headline.names(List.of(group))) {
        Spread spread = group.spread(kind, name);
        String interval =
            spread.low() == null || name.equals("max")
                ? null
                : Units.interval(spread.low(), spread.high());
        row.add(Cell.ns(group.shown(kind, name), interval));
      }
      rows.row(row);
    }
    return rows.of(id, "Response and service time");
  }

  private List<Section> ofRun(RunView run) {
    String prefix = prefix(run);
    List<Group> own = groups(run);
    List<Section> sections = new ArrayList<>();
    run.beside()
        .ifPresent(beside ->
            sections.add(
                new Section(
                    run.key() + "-beside",
                    prefix + "Beside JLBH",
                    new BesideSection(run.key() + "-both", beside).blocks())));
    List<Block> time = new ArrayList<>();
    if (run.forks().size() > 1 && groups.size() > 1) {
      time.add(chips("Forks", run.forks()));
    }
    time.addAll(new OverTime(run).blocks());
    sections.add(
        new Section(
            run.key() + "-time",
            prefix + "Response time over time, stalls and lag",
            time,
            !run.isLoadTest()));
    List<Block> requests = new RequestTables(run).blocks();
    if (!requests.isEmpty()) {
      sections.add(
          new Section(
              run.key() + "-requests", prefix + "Statuses, bytes and failures", requests, false));
    }
    run.explanation()
        .ifPresent(explanation ->
            sections.add(
                new Section(
                    run.key() + "-why",
                    prefix + "Why slow messages were slow",
                    new ExplanationSection(run.key() + "-why", explanation).blocks())));
    List<Block> parts = new ArrayList<>(new SlowestTable(run).blocks());
    for (Group group : own) {
      parts.addAll(new ProbeTable(group).blocks(group.key() + "-probes"));
    }
    if (!parts.isEmpty()) {
      sections.add(
          new Section(run.key() + "-where", prefix + "The slowest messages and the probes", parts));
    }
    List<Block> server = new ServerTable(run).blocks();
    if (!server.isEmpty()) {
      sections.add(new Section(run.key() + "-watched", prefix + "The server from outside", server));
    }
    List<Block> warmUp = new WarmUpPlot(run).blocks();
    if (!warmUp.isEmpty()) {
      sections.add(new Section(run.key() + "-warm", prefix + "Warm-up", warmUp));
    }
    RunTables tables = new RunTables(run);
    List<Block> numbers = new ArrayList<>();
    own.forEach(group -> numbers.add(tables.durations(group, group.key() + "-durations")));
    numbers.add(tables.forks());
    sections.add(
        new Section(
            run.key() + "-numbers", prefix + "Every duration and every fork, in numbers", numbers));
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
}
