package dev.foliot.report.bench;

import dev.foliot.report.chart.LogScale;
import dev.foliot.report.page.Block;
import dev.foliot.report.page.Hover;
import dev.foliot.report.page.Units;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The forks of a run over time, beside each other; of many those that show the spread. */
final class OverTime {
  private static final int MOST_PANELS = 6;
  private static final double LEAST_LAG_NS = 10;

  private final RunView run;

  OverTime(RunView run) {
    this.run = run;
  }

  /** The panels, or none where nothing was measured. */
  List<Block> blocks(Hover hover) {
    List<ForkView> shown = chosen();
    if (shown.isEmpty()) {
      return List.of();
    }
    HeatMap heat = HeatMap.over(shown.stream().map(fork -> fork.columns("response")).toList());
    double durationS =
        shown.stream()
            .flatMap(fork -> fork.slices("response").stream())
            .mapToDouble(Slice::endS)
            .max()
            .orElse(1);
    double mostLag =
        shown.stream()
            .flatMap(
                f -> Stream.concat(f.columns("backlog").stream(), f.columns("lateness").stream()))
            .mapToDouble(Slice::meanNs)
            .filter(Double::isFinite)
            .max()
            .orElse(1);
    LogScale lag = LogScale.durations(LEAST_LAG_NS, Math.max(mostLag, 1_000), 4);
    List<Block.Figure> figures = new ArrayList<>();
    for (ForkView fork : shown) {
      String id = "time-" + fork.key();
      TimePanel panel = new TimePanel(id, fork, heat, Math.max(durationS, 1e-3), lag);
      figures.add(
          new Block.Figure(
              id, fork.key(), title(fork), "", panel.draw(hover), false, List.of(), panel.table()));
    }
    String claim =
        "Every message at its intended start: the stronger the colour, the more messages had that"
            + " response time in that interval. Below it the stalls that the pause meter saw in the"
            + " whole JVM, the episodes of the slowest messages, and the mean lag of each interval:"
            + " backlog is the wait behind other messages, lateness the harness's own error."
            + (shown.size() < run.forks().size() ? " " + ofMany(shown.size()) : "");
    return List.of(new Block.Row("Latency over time", claim, figures, legend(heat)));
  }

  private String ofMany(int shown) {
    return "%d of %d forks, evenly from the least to the greatest maximum."
        .formatted(shown, run.forks().size());
  }

  private static String title(ForkView fork) {
    return fork.name()
        + ": "
        + fork.record().validity().verdict()
        + ", "
        + Units.count(fork.record().pauses().stalls().size(), "stall");
  }

  private static List<Block.Chip> legend(HeatMap heat) {
    List<Block.Chip> legend = new ArrayList<>();
    long[] shades = heat.shades();
    for (int i = 0; i < shades.length; i++) {
      String last = i == shades.length - 1 ? " or more messages" : "";
      legend.add(new Block.Chip("", Units.count(shades[i]) + last, "h" + (i + 1)));
    }
    return legend;
  }

  /** All forks that measured, or of many some that are evenly apart by their maximum. */
  private List<ForkView> chosen() {
    List<ForkView> measured =
        new ArrayList<>(
            run.forks().stream().filter(fork -> !fork.slices("response").isEmpty()).toList());
    if (measured.size() <= MOST_PANELS) {
      return measured;
    }
    measured.sort(Comparator.comparingLong(OverTime::maxNs));
    List<ForkView> some = new ArrayList<>();
    for (int i = 0; i < MOST_PANELS; i++) {
      some.add(measured.get(i * (measured.size() - 1) / (MOST_PANELS - 1)));
    }
    return some;
  }

  private static long maxNs(ForkView fork) {
    Long max = fork.record().times().response().max();
    return max == null ? 0 : max;
  }
}
