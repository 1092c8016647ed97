package dev.foliot.checks.simulator;

import java.util.List;
import java.util.Locale;
import java.util.function.LongToDoubleFunction;

/** Throughput and size over time as SVG, the oracle's as dashed lines. */
final class Plot {
  private static final int WIDTH = 420;
  private static final int HEIGHT = 150;
  private static final int MARGIN = 60;
  private static final int POINTS = 200;
  private final StringBuilder svg = new StringBuilder();

  private Plot() {}

  /** A pair of panels per workload. */
  static String of(List<Outcome> outcomes) {
    Plot plot = new Plot();
    int width = 2 * (WIDTH + MARGIN) + MARGIN;
    int height = outcomes.size() * (HEIGHT + MARGIN) + MARGIN;
    plot.svg.append(
        String.format(
            Locale.ROOT,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\""
                + " font-family=\"sans-serif\" font-size=\"11\">%n<rect width=\"100%%\""
                + " height=\"100%%\" fill=\"white\"/>%n",
            width,
            height));
    for (int i = 0; i < outcomes.size(); i++) {
      plot.pair(outcomes.get(i), MARGIN + i * (HEIGHT + MARGIN));
    }
    return plot.svg.append("</svg>\n").toString();
  }

  private void pair(Outcome outcome, int top) {
    SimulatedRun run = outcome.row().run(Sizing.adaptive());
    long stepNs = Math.max(run.everyNs(), run.horizonNs() / POINTS);
    text(
        MARGIN,
        top - 22,
        String.format(
            Locale.ROOT,
            "seed=%d: %d cores, oracle %d threads; regret %.1f %% whole, %.1f %% settled",
            outcome.seed(),
            outcome.row().workload().machine().cores(),
            outcome.oracle().size(),
            100 * outcome.regret().whole(),
            100 * outcome.regret().settled()));
    panel(
        "tasks per s",
        MARGIN,
        top,
        run.horizonNs(),
        at -> at < stepNs ? 0 : run.throughput(at - stepNs, at),
        outcome.oracle().throughput());
    panel(
        "size",
        2 * MARGIN + WIDTH,
        top,
        run.horizonNs(),
        at -> run.size(at),
        outcome.oracle().size());
  }

  private void panel(
      String name, int left, int top, long endNs, LongToDoubleFunction value, double oracle) {
    double most = oracle;
    for (int i = 0; i <= POINTS; i++) {
      most = Math.max(most, value.applyAsDouble(endNs / POINTS * i));
    }
    StringBuilder points = new StringBuilder();
    for (int i = 0; i <= POINTS; i++) {
      double x = left + (double) WIDTH * i / POINTS;
      double y = top + HEIGHT * (1 - value.applyAsDouble(endNs / POINTS * i) / most);
      points.append(String.format(Locale.ROOT, "%.1f,%.1f ", x, y));
    }
    double line = top + HEIGHT * (1 - oracle / most);
    svg.append(
        String.format(
            Locale.ROOT,
            "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"none\" stroke=\"#999\"/>%n"
                + "<line x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\" stroke=\"#c00\""
                + " stroke-dasharray=\"4 3\"/>%n"
                + "<polyline points=\"%s\" fill=\"none\" stroke=\"#036\"/>%n",
            left,
            top,
            WIDTH,
            HEIGHT,
            left,
            line,
            left + WIDTH,
            line,
            points));
    text(left, top - 6, String.format(Locale.ROOT, "%s, 0 to %.4g", name, most));
    text(left + WIDTH - 50, top + HEIGHT + 14, String.format(Locale.ROOT, "%.1f s", endNs / 1e9));
  }

  private void text(int x, int y, String text) {
    svg.append(String.format(Locale.ROOT, "<text x=\"%d\" y=\"%d\">%s</text>%n", x, y, text));
  }
}
