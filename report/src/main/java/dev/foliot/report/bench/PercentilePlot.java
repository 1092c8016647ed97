package dev.foliot.report.bench;

import dev.foliot.report.chart.Axis;
import dev.foliot.report.chart.Chart;
import dev.foliot.report.chart.Path;
import dev.foliot.report.chart.Plot;
import dev.foliot.report.chart.Series;
import dev.foliot.report.page.Block;
import dev.foliot.report.page.Units;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Percentile curves on an axis of nines: the forks as thin lines, full as far as their episodes
 * carry them and dotted beyond; over them the median and its interval.
 */
final class PercentilePlot {
  private static final int MANY_FORKS = 12;
  private static final int HOVER_EVERY = 5;
  private static final double LEAST_NINES = 1.3;

  private final String id;
  private final int height;
  private final List<Group> curves = new ArrayList<>();

  /** A group's curve with its looks. */
  private record Group(GroupCurve curve, String name, String css, String key, boolean forks) {}

  PercentilePlot(String id, int height) {
    this.id = id;
    this.height = height;
  }

  /**
   * Adds a curve.
   *
   * @param name at its end
   * @param css its colour
   * @param key by which the page's buttons show and hide it
   * @param forks whether the forks' own lines are drawn
   */
  PercentilePlot add(GroupCurve curve, String name, String css, String key, boolean forks) {
    curves.add(new Group(curve, name, css, key, forks));
    return this;
  }

  /** Whether there is anything to draw. */
  boolean isEmpty() {
    return curves.stream()
        .allMatch(group ->
            group.forks ? group.curve.forks().isEmpty() : Double.isNaN(group.curve.median(0)));
  }

  /**
   * What the axes reach to.
   *
   * @param nines at the end of the x axis
   * @param leastNs at the beginning of the y axis
   * @param mostNs at its end
   */
  record Frame(double nines, double leastNs, double mostNs) {
    /** What suits all of these. */
    static Frame of(Collection<PercentilePlot> plots) {
      double nines = LEAST_NINES;
      double least = Double.MAX_VALUE;
      double most = 1;
      for (PercentilePlot plot : plots) {
        for (Group group : plot.curves) {
          if (group.forks) {
            nines = Math.max(nines, group.curve.nines());
            for (ForkCurve fork : group.curve.forks()) {
              least = Math.min(least, fork.low());
              most = Math.max(most, (double) fork.maxNs());
            }
            continue;
          }
          for (int i = 0; i < ForkCurve.size() && !Double.isNaN(group.curve.median(i)); i++) {
            nines = Math.max(nines, ForkCurve.ninesAt(i));
            least = Math.min(least, group.curve.median(i));
            most = Math.max(most, group.curve.median(i));
          }
          for (GroupCurve.Edge edge : group.curve.band()) {
            least = Math.min(least, edge.lowNs());
            most = Math.max(most, edge.highNs());
          }
        }
      }
      return new Frame(nines, Math.min(least, most), most);
    }
  }

  Block.Figure figure(String title, String claim, String label, Frame frame) {
    Chart chart = new Chart(id, label, namesForks() ? Chart.Names.SHORT : Chart.Names.NONE);
    Plot plot =
        chart.plot(
            height,
            Axis.nines(frame.nines),
            Axis.durations(frame.leastNs, frame.mostNs, height / 26));
    for (Group group : curves) {
      List<GroupCurve.Edge> edges = group.curve.band();
      plot.series(group.key, group.css)
          .path("band")
          .band(
              edges.size(),
              i -> edges.get(i).nines(),
              i -> edges.get(i).lowNs(),
              i -> edges.get(i).highNs());
      if (group.forks) {
        group.curve.forks().forEach(fork -> fork(plot, group, fork));
      }
    }
    List<Integer> places = places(chart, frame.nines);
    curves.forEach(group -> median(plot, group, places));
    for (Group group : curves) {
      if (group.forks && group.curve.forks().size() <= MANY_FORKS) {
        for (ForkCurve fork : group.curve.forks()) {
          chart.values(fork.fork().key(), fork.fork().name(), "ns", at(places, fork::value));
        }
      }
    }
    return chart.figure(title, claim);
  }

  private boolean namesForks() {
    return curves.size() == 1 && curves.getFirst().curve.forks().size() > 1;
  }

  private void fork(Plot plot, Group group, ForkCurve fork) {
    String css =
        forkCss(group.curve.forks().size())
            + (curves.size() == 1 ? "" : " " + group.css)
            + (fork.fork().counts() ? "" : " bad");
    Series series = plot.series(fork.fork().key(), "");
    Path full = series.path(css);
    Path dotted = series.path(css + " dots");
    for (int i = 0; i < ForkCurve.size() && !Double.isNaN(fork.value(i)); i++) {
      double nines = ForkCurve.ninesAt(i);
      if (nines <= fork.supported() + 1e-9 && fork.supported() > 0) {
        full.to(nines, fork.value(i));
      }
      if (nines >= fork.supported() - 1e-9) {
        dotted.to(nines, fork.value(i));
      }
    }
    dotted.to(fork.nines(), (double) fork.maxNs());
    if (namesForks()) {
      series.endLabel("end fork", (double) fork.maxNs(), Integer.toString(fork.fork().number()));
    }
  }

  /** Of many forks the lines are thinner. */
  static String forkCss(int forks) {
    return forks > MANY_FORKS ? "fork many" : "fork";
  }

  private void median(Plot plot, Group group, List<Integer> places) {
    Series series = plot.series(group.key, group.css);
    Path path = series.path("median");
    int last = -1;
    for (int i = 0; i < ForkCurve.size() && !Double.isNaN(group.curve.median(i)); i++) {
      path.to(ForkCurve.ninesAt(i), group.curve.median(i));
      last = i;
    }
    if (curves.size() > 1 && last >= 0) {
      series.name(ForkCurve.ninesAt(last), group.curve.median(last), group.name);
    }
    String name = curves.size() == 1 ? "median" : group.name;
    series.values(name, "ns", at(places, group.curve::median));
  }

  /** The places of the grid that are read out. */
  private static List<Integer> places(Chart chart, double mostNines) {
    List<Integer> places = new ArrayList<>();
    for (int i = 0; i < ForkCurve.size() && ForkCurve.ninesAt(i) <= mostNines + 1e-9; i++) {
      double nines = ForkCurve.ninesAt(i);
      if (nines == Axis.ninesOf(0.5) || Math.round(nines * 20) % HOVER_EVERY == 0) {
        places.add(i);
        chart.place(nines, Units.percentile(Axis.shareOf(nines)));
      }
    }
    return places;
  }

  private static List<@Nullable Long> at(List<Integer> places, IntToDoubleFunction values) {
    List<@Nullable Long> picked = new ArrayList<>();
    for (int place : places) {
      double ns = values.applyAsDouble(place);
      picked.add(Double.isNaN(ns) ? null : Math.round(ns));
    }
    return picked;
  }
}
