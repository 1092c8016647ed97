package dev.foliot.checks.peers.pool;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Compares one of ours with the best of the others: each loss and its size. */
final class Standing {
  /** A pool with much less throughput has a short queue and low memory; it does not count. */
  private static final double NEAR = 0.95;

  /** Smaller losses are not reported. */
  private static final double SAME = 0.005;

  private static final Set<Figure> LESS_IS_BETTER =
      EnumSet.of(Figure.SECONDS, Figure.CPU_US, Figure.WAIT_P99_MS, Figure.RSS_MB);

  private final Results results;
  private final int step;

  Standing(Results results, int step) {
    this.results = results;
    this.step = step;
  }

  /** In words, by medians; empty without a loss. */
  List<String> behind(Body ours) {
    List<String> words = new ArrayList<>();
    behind(ours, Figure.THROUGHPUT).ifPresent(words::add);
    for (Figure figure : LESS_IS_BETTER) {
      behind(ours, figure).ifPresent(words::add);
    }
    return words;
  }

  private Optional<String> behind(Body ours, Figure figure) {
    boolean less = LESS_IS_BETTER.contains(figure);
    double own = results.median(ours, step, figure);
    Comparator<Body> byFigure =
        Comparator.comparingDouble(each -> results.median(each, step, figure));
    double floor = NEAR * highest();
    return results.bodies().stream()
        .filter(each -> !each.isOurs())
        .filter(each -> results.median(each, step, Figure.THROUGHPUT) >= floor)
        .filter(each -> !Double.isNaN(results.median(each, step, figure)))
        .min(less ? byFigure : byFigure.reversed())
        .flatMap(best -> words(own, results.median(best, step, figure), figure, best, less));
  }

  private double highest() {
    return results.bodies().stream()
        .filter(each -> !each.isOurs())
        .mapToDouble(each -> results.median(each, step, Figure.THROUGHPUT))
        .filter(each -> !Double.isNaN(each))
        .max()
        .orElse(Double.NaN);
  }

  private static Optional<String> words(
      double own, double other, Figure figure, Body best, boolean less) {
    boolean isBehind = less ? own > other * (1 + SAME) : own < other * (1 - SAME);
    if (!isBehind) {
      return Optional.empty();
    }
    String share =
        less && own >= 2 * other
            ? Cell.figure(own / other) + " times"
            : String.format(Locale.ROOT, "%+.1f %%", 100 * (own / other - 1));
    return Optional.of(
        figure.title()
            + " "
            + Cell.figure(own)
            + " against "
            + Cell.figure(other)
            + " of "
            + best.label()
            + " ("
            + share
            + ")");
  }
}
