package dev.foliot.report.bench;

import dev.foliot.report.chart.Area;
import dev.foliot.report.chart.Curve;
import dev.foliot.report.chart.Drawing;
import dev.foliot.report.chart.LogScale;
import dev.foliot.report.chart.NinesScale;
import dev.foliot.report.chart.Scale;
import dev.foliot.report.chart.Svg;
import dev.foliot.report.page.Hover;
import dev.foliot.report.page.Units;
import gg.jte.Content;
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
  private final List<Series> curves = new ArrayList<>();

  /** A group's curve with its looks. */
  private record Series(GroupCurve group, String name, String css, String key, boolean forks) {}

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
  PercentilePlot add(GroupCurve group, String name, String css, String key, boolean forks) {
    curves.add(new Series(group, name, css, key, forks));
    return this;
  }

  /** Whether there is anything to draw. */
  boolean isEmpty() {
    return curves.stream().allMatch(curve -> curve.group.forks().isEmpty());
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
        for (Series curve : plot.curves) {
          nines = Math.max(nines, curve.group.nines());
          for (ForkCurve fork : curve.group.forks()) {
            least = Math.min(least, fork.low());
            most = Math.max(most, (double) fork.maxNs());
          }
        }
      }
      return new Frame(nines, Math.min(least, most), most);
    }
  }

  Content draw(String label, Frame frame, Hover hover) {
    double nines = frame.nines;
    Scale y = LogScale.durations(frame.leastNs, frame.mostNs, height / 26);
    Area area = new Area(height, new NinesScale(nines), y);
    for (Series curve : curves) {
      band(area, curve);
      if (curve.forks) {
        curve.group.forks().forEach(fork -> fork(area, curve, fork));
      }
    }
    curves.forEach(curve -> median(area, curve));
    hover.put(id, values(nines));
    Svg svg = new Svg();
    boolean named = curves.size() == 1 && curves.getFirst().group.forks().size() > 1;
    Drawing.begin(svg, id, named, label, 8 + height + Area.BELOW);
    area.draw(svg, 8);
    return svg.end();
  }

  private static void band(Area area, Series curve) {
    Curve path = new Curve();
    List<GroupCurve.Edge> edges = curve.group.band();
    for (GroupCurve.Edge edge : edges) {
      path.to(x(area, edge.nines()), area.y().at(edge.highNs()));
    }
    for (int i = edges.size() - 1; i >= 0; i--) {
      path.to(x(area, edges.get(i).nines()), area.y().at(edges.get(i).lowNs()));
    }
    if (!path.isEmpty()) {
      area.shape(curve.key, "band " + curve.css, path.close());
    }
  }

  private static double x(Area area, double nines) {
    return area.x().at(NinesScale.share(nines));
  }

  private void fork(Area area, Series curve, ForkCurve fork) {
    Curve full = new Curve();
    Curve dotted = new Curve();
    for (int i = 0; i < ForkCurve.size(); i++) {
      double nines = ForkCurve.ninesAt(i);
      double value = fork.value(i);
      if (Double.isNaN(value)) {
        break;
      }
      double up = area.y().at(value);
      if (nines <= fork.supported() + 1e-9 && fork.supported() > 0) {
        full.to(x(area, nines), up);
      }
      if (nines >= fork.supported() - 1e-9) {
        dotted.to(x(area, nines), up);
      }
    }
    dotted.to(x(area, fork.nines()), area.y().atNs(fork.maxNs()));
    String many = forkCss(curve.group.forks().size());
    String css = curves.size() == 1 ? many : many + " " + curve.css;
    String suspect = fork.fork().counts() ? "" : " bad";
    area.shape(fork.fork().key(), css + suspect, full);
    area.shape(fork.fork().key(), css + suspect + " dots", dotted);
    if (curves.size() == 1 && curve.group.forks().size() > 1) {
      String name = Integer.toString(fork.fork().number());
      area.endLabel(fork.fork().key(), "end fork", (double) fork.maxNs(), name);
    }
  }

  /** Of many forks the lines are thinner. */
  static String forkCss(int forks) {
    return forks > MANY_FORKS ? "fork many" : "fork";
  }

  private void median(Area area, Series curve) {
    Curve path = new Curve();
    double last = Double.NaN;
    double lastNines = 0;
    for (int i = 0; i < ForkCurve.size(); i++) {
      double value = curve.group.median(i);
      if (Double.isNaN(value)) {
        break;
      }
      path.to(x(area, ForkCurve.ninesAt(i)), area.y().at(value));
      last = value;
      lastNines = ForkCurve.ninesAt(i);
    }
    area.shape(curve.key, "median " + curve.css, path);
    if (curves.size() > 1 && !Double.isNaN(last)) {
      area.lineName(curve.key, curve.css, x(area, lastNines), last, curve.name);
    }
  }

  private Hover.Plot values(double nines) {
    Hover.Plot plot = new Hover.Plot();
    List<Integer> at = new ArrayList<>();
    for (int i = 0; i < ForkCurve.size() && ForkCurve.ninesAt(i) <= nines + 1e-9; i++) {
      boolean median = ForkCurve.ninesAt(i) == NinesScale.of(0.5);
      if (median || Math.round(ForkCurve.ninesAt(i) * 20) % HOVER_EVERY == 0) {
        at.add(i);
        plot.place(
            ForkCurve.ninesAt(i) / nines, Units.percentile(NinesScale.share(ForkCurve.ninesAt(i))));
      }
    }
    for (Series curve : curves) {
      String name = curves.size() == 1 ? "median" : curve.name;
      plot.durations(curve.key, name, picked(curve.group::median, at));
    }
    for (Series curve : curves) {
      if (curve.forks && curve.group.forks().size() <= MANY_FORKS) {
        for (ForkCurve fork : curve.group.forks()) {
          plot.durations(fork.fork().key(), fork.fork().name(), picked(fork::value, at));
        }
      }
    }
    return plot;
  }

  private static List<@Nullable Long> picked(IntToDoubleFunction values, List<Integer> at) {
    List<@Nullable Long> picked = new ArrayList<>();
    for (int place : at) {
      double ns = values.applyAsDouble(place);
      picked.add(Double.isNaN(ns) ? null : Math.round(ns));
    }
    return picked;
  }
}
