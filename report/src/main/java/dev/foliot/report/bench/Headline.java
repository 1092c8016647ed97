package dev.foliot.report.bench;

import dev.foliot.report.page.Block;
import dev.foliot.report.page.Block.Cell;
import dev.foliot.report.page.Foreign;
import dev.foliot.report.page.Rows;
import dev.foliot.report.page.Units;
import dev.foliot.store.ForkPercentile;
import dev.foliot.store.Percentiles;
import dev.foliot.store.Spread;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a reader sees first: may the numbers be believed, and what are they. */
public final class Headline {

  private Headline() {}

  static Block verdict(RunView run) {
    String about = run.letter().isEmpty() ? "" : run.letter() + ": " + Foreign.name(run.run().id());
    return Block.Verdict.of(run.run().validity(), about);
  }

  /** The response time: of one group percentile by percentile, of several side by side. */
  static Block figures(List<GroupCurve> curves) {
    return curves.size() == 1 ? single(curves.getFirst()) : several(curves);
  }

  private static Block single(GroupCurve curve) {
    Group group = curve.group();
    Rows rows =
        new Rows()
            .texts("percentile")
            .numbers("response time", "95 % interval")
            .column(Cell.number("forks from … to").with("n wide"))
            .numbers("service time");
    for (String name : names()) {
      Spread response = group.spread("response", name);
      String why = response.median() == null ? why(group, name) : null;
      rows.row(
          Cell.text(Units.percentileName(name)),
          Cell.ns(response.median(), why).with(response.median() == null ? "n none" : "n"),
          Cell.number(interval(curve, name)),
          Cell.number(Units.interval(response.min(), response.max())).with("n wide"),
          Cell.ns(group.spread("service", name).median()));
    }
    return rows.table("headline", "Response time", counted(group), "headline");
  }

  private static String counted(Group group) {
    List<ForkView> counting = group.counting();
    long messages = counting.stream().mapToLong(f -> f.record().times().response().count()).sum();
    int without = group.forks().size() - counting.size();
    return "Medians over "
        + Units.count(counting.size(), "fork")
        + " with "
        + Units.count(messages, "message")
        + (without == 0 ? "" : "; " + Units.count(without, "INVALID fork") + " left out")
        + ". Response time counts from when a message should have started, service time from when"
        + " it did."
        + (counting.size() < GroupCurve.FEWEST_FORKS
            ? " An interval needs three forks or more."
            : "");
  }

  /** As run.json has it, or as the picture has it where that has none. */
  private static String interval(GroupCurve curve, String name) {
    GroupCurve.Edge edge = name.equals("max") ? null : curve.edgeAt(ForkCurve.share(name));
    return edge == null
        ? Units.NONE
        : Units.duration(edge.lowNs()) + " to " + Units.duration(edge.highNs());
  }

  private static Block several(List<GroupCurve> curves) {
    Rows rows = new Rows();
    rows.column(Cell.text(""));
    names().forEach(name -> rows.column(Cell.number(Units.percentileName(name))));
    for (GroupCurve curve : curves) {
      Group group = curve.group();
      List<Cell> row = new ArrayList<>();
      List<ForkView> counting = group.counting();
      String forks = Units.count(counting.size(), "fork");
      row.add(Cell.text(group.name(), forks, null));
      for (String name : names()) {
        Spread spread = group.spread("response", name);
        String interval = interval(curve, name);
        String small =
            interval.equals(Units.NONE) ? Units.interval(spread.min(), spread.max()) : interval;
        row.add(
            spread.median() == null
                ? Cell.ns(null, why(group, name)).with("n none")
                : Cell.ns(spread.median(), small));
      }
      rows.row(row);
    }
    String claim =
        "Medians over the forks, with the 95 % interval below, or with the range of the forks where"
            + " there is no interval.";
    return rows.table("headline", "Response time", claim, "headline many");
  }

  /** Why there is no such percentile over the forks. */
  static @Nullable String why(Group group, String name) {
    if (name.equals("max")) {
      return null;
    }
    Set<String> reasons = new LinkedHashSet<>();
    int without = 0;
    for (ForkView fork : group.counting()) {
      Percentiles figures = fork.record().times().response();
      if (figures.value(name) == null) {
        without++;
        String reason = figures.insufficient().get(name);
        reasons.add(reason == null ? "not given" : Foreign.text(reason, Foreign.NAME));
      }
    }
    if (without == 0) {
      return group.counting().isEmpty() ? "no fork counts" : null;
    }
    int forks = group.counting().size();
    if (forks == 1) {
      return reasons.iterator().next();
    }
    List<Percentiles> figures =
        group.counting().stream().map(fork -> fork.record().times().response()).toList();
    return figures.stream().allMatch(one -> ForkPercentile.value(one, name) != null)
        ? "%d episodes beyond it in the %d forks, needs %d"
            .formatted(ForkPercentile.episodes(figures, name), forks, ForkPercentile.ENOUGH)
        : "%d of %d forks have too little; one: %s"
            .formatted(without, forks, reasons.iterator().next());
  }

  public static List<String> names() {
    List<String> names = new ArrayList<>(Percentiles.NAMES);
    names.add("max");
    return names;
  }
}
