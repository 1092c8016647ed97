package dev.foliot.report.bench;

import dev.foliot.report.page.Block;
import dev.foliot.report.page.Block.Cell;
import dev.foliot.report.page.Foreign;
import dev.foliot.report.page.Rows;
import dev.foliot.report.page.Units;
import dev.foliot.stats.Median;
import dev.foliot.store.ForkPercentile;
import dev.foliot.store.Percentiles;
import dev.foliot.store.RunRecord;
import dev.foliot.store.Spread;
import dev.foliot.store.Verdict;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The response time in one table. Stateless. */
public final class Headline {

  private Headline() {}

  /** The response time: of one group percentile by percentile, of several side by side. */
  static Block figures(List<GroupCurve> curves) {
    return curves.size() == 1 ? single(curves.getFirst()) : several(curves);
  }

  private static Block single(GroupCurve curve) {
    Group group = curve.group();
    boolean several = group.counting().size() > 1;
    Rows rows = new Rows().texts("percentile").numbers("response time");
    if (several) {
      rows.numbers("95 % interval", "least and greatest fork");
    }
    rows.numbers("service time");
    for (String name : names(List.of(group))) {
      Spread response = group.spread("response", name);
      Long shown = group.shown("response", name);
      List<Cell> row = new ArrayList<>();
      row.add(
          Cell.text(
              Units.percentileName(name),
              several && name.equals("max") ? greatest(group) : null,
              null));
      row.add(
          Cell.ns(shown, shown == null ? why(group, name) : null)
              .with(shown == null ? "n none" : "n"));
      if (several) {
        row.add(Cell.number(interval(curve, name)));
        row.add(Cell.number(Units.interval(response.min(), response.max())));
      }
      row.add(Cell.ns(group.shown("service", name)));
      rows.row(row);
    }
    return rows.table("headline", "Response time", counted(group), "headline");
  }

  private static String greatest(Group group) {
    return "greatest of " + Units.count(group.counting().size(), "fork");
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
        + ". Response time counts from when a message is due, service time from when it starts."
        + (counting.size() < GroupCurve.FEWEST_FORKS ? " An interval needs three forks." : "");
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
    List<Group> groups = curves.stream().map(GroupCurve::group).toList();
    rows.numbers(heads(groups));
    for (GroupCurve curve : curves) {
      Group group = curve.group();
      List<Cell> row = new ArrayList<>();
      List<ForkView> counting = group.counting();
      String forks = Units.count(counting.size(), "fork");
      row.add(Cell.text(group.name(), forks, null));
      for (String name : names(groups)) {
        Spread spread = group.spread("response", name);
        String interval = interval(curve, name);
        String small =
            interval.equals(Units.NONE) ? Units.interval(spread.min(), spread.max()) : interval;
        Long shown = group.shown("response", name);
        row.add(
            shown == null ? Cell.ns(null, why(group, name)).with("n none") : Cell.ns(shown, small));
      }
      rows.row(row);
    }
    String claim =
        "Medians over the forks, with the 95 % interval below, or with the least and the greatest"
            + " fork where no interval is known. The last column is the greatest of all forks.";
    return rows.table("headline", "Response time", claim, "headline many");
  }

  /** A row for each combination of the task's parameters, JDK and rate. */
  static Block byParameter(List<GroupCurve> curves) {
    RunRecord run = curves.getFirst().group().run().run();
    boolean isOneGroupEach =
        run.arms().size() == run.combinations().size() && run.loads().size() == 1;
    Rows rows = new Rows();
    run.varyingParams().forEach(name -> rows.texts(Foreign.text(name, Foreign.NAME)));
    if (!isOneGroupEach) {
      rows.texts("of");
    }
    List<String> names = new ArrayList<>(run.percentiles());
    if (names.isEmpty()) {
      names.addAll(List.of("p50", "p99", "p99_9"));
    }
    names.forEach(name -> rows.numbers(Units.percentileName(name)));
    names.add("max");
    rows.numbers("greatest", "achieved").texts("valid");
    for (GroupCurve curve : curves) {
      Group group = curve.group();
      Map<String, String> params = run.arms().get(group.arm()).params();
      List<Cell> row = new ArrayList<>();
      run.varyingParams()
          .forEach(name ->
              row.add(Cell.text(Foreign.text(params.getOrDefault(name, ""), Foreign.NAME))));
      if (!isOneGroupEach) {
        row.add(Cell.text(group.name()));
      }
      for (String name : names) {
        Long shown = group.shown("response", name);
        String interval = interval(curve, name);
        row.add(
            shown == null
                ? Cell.ns(null, why(group, name)).with("n none")
                : Cell.ns(shown, interval.equals(Units.NONE) ? null : interval));
      }
      row.add(
          Cell.number(
              Units.rate(
                  Median.of(
                      group.forks().stream()
                          .map(fork -> fork.record().messages().achievedPerS())
                          .toList()))));
      long valid =
          group.forks().stream()
              .filter(fork -> fork.record().validity().verdict() == Verdict.VALID)
              .count();
      row.add(Cell.text(valid + " of " + Units.count(group.forks().size(), "fork")));
      rows.row(row);
    }
    String claim =
        "Medians over the forks, with the 95 % interval below. The greatest is of all forks.";
    return rows.table("headline", "Response time by parameter", claim, "headline many");
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

  /** The names of columns with these. */
  static List<String> heads(Collection<Group> groups) {
    List<String> heads = new ArrayList<>();
    names(groups).forEach(name -> heads.add(Units.percentileName(name)));
    heads.set(heads.size() - 1, "greatest");
    return heads;
  }

  /** The percentiles that the runs of these show, in ascending order, and the greatest. */
  public static List<String> names(Collection<Group> groups) {
    Set<String> shown = new LinkedHashSet<>();
    groups.forEach(group -> shown.addAll(group.run().run().shownPercentiles()));
    List<String> names =
        new ArrayList<>(Percentiles.names(shown).stream().filter(shown::contains).toList());
    names.add("max");
    return names;
  }
}
