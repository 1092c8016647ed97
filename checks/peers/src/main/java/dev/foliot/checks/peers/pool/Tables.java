package dev.foliot.checks.peers.pool;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The figures as Markdown. */
final class Tables {
  /** They describe the quality of a run, not of a pool. */
  private static final Set<Figure> CHECKS = EnumSet.of(Figure.BURN, Figure.OTHERS);

  private Tables() {}

  /** A table for each step of a case; columns without figures are left out. */
  static List<String> figures(Results results) {
    List<String> lines = new ArrayList<>();
    Case load = results.load();
    for (int i = 0; i < load.steps().size(); i++) {
      int step = i;
      List<Figure> columns =
          Arrays.stream(Figure.values())
              .filter(figure -> !CHECKS.contains(figure) && isKnown(results, step, figure))
              .toList();
      lines.add("");
      List<String> heads = new ArrayList<>(List.of(title(load, step)));
      columns.forEach(column -> heads.add(column.title()));
      lines.addAll(head(heads));
      for (Body body : results.bodies()) {
        List<String> cells = new ArrayList<>(List.of(body.label()));
        columns.forEach(column -> cells.add(Cell.of(results.figures(body, step, column))));
        lines.add(row(cells));
      }
    }
    return lines;
  }

  /** The ratio of ours to the best fixed pool, and the other goals, each with its verdict. */
  static List<String> bars(List<Results> all) {
    List<String> lines = new ArrayList<>(List.of(""));
    lines.addAll(
        head(List.of("case", "pool", "throughput over that of the best fixed size", "bar 0.95")));
    for (Results results : all) {
      for (int step = 0; step < results.load().steps().size(); step++) {
        for (Body body : ours(results)) {
          Ratio ratio =
              Ratio.of(
                  results.figures(body, step, Figure.THROUGHPUT),
                  results.figures(Body.FIXED, step, Figure.THROUGHPUT));
          lines.add(
              row(
                  List.of(
                      name(results.load(), step), body.label(), ratio.words(), ratio.verdict())));
        }
      }
    }
    lines.add("");
    lines.addAll(head(List.of("case", "pool", "goal", "seen", "in every round")));
    for (Results results : all) {
      goals(results).forEach(lines::add);
    }
    return lines;
  }

  /** The losses of ours against the best of the others. */
  static List<String> behind(List<Results> all) {
    List<String> lines = new ArrayList<>(List.of(""));
    lines.addAll(head(List.of("case", "pool", "behind the best of the others in (medians)")));
    for (Results results : all) {
      for (int step = 0; step < results.load().steps().size(); step++) {
        for (Body body : ours(results)) {
          boolean isSeen = !Double.isNaN(results.median(body, step, Figure.THROUGHPUT));
          List<String> behind = new Standing(results, step).behind(body);
          String words = behind.isEmpty() ? "nothing" : String.join("; ", behind);
          lines.add(row(List.of(name(results.load(), step), body.label(), isSeen ? words : "-")));
        }
      }
    }
    return lines;
  }

  private static Stream<String> goals(Results results) {
    return Goal.ALL.stream()
        .filter(goal -> goal.name().equals(results.load().name()))
        .flatMap(goal ->
            ours(results).stream()
                .map(body -> {
                  double[] figures = results.taken(body, goal.figure());
                  return row(
                      List.of(
                          name(results.load(), 0),
                          body.label(),
                          goal.figure().title() + " at most " + Cell.figure(goal.most()),
                          Cell.of(figures),
                          figures.length == 0 ? "not run" : goal.verdict(figures)));
                }));
  }

  private static List<Body> ours(Results results) {
    return results.bodies().stream().filter(Body::isOurs).toList();
  }

  private static boolean isKnown(Results results, int step, Figure figure) {
    return results.bodies().stream()
        .anyMatch(body -> !Double.isNaN(results.median(body, step, figure)));
  }

  private static String title(Case load, int step) {
    return name(load, step) + ": " + load.title();
  }

  private static String name(Case load, int step) {
    return load.steps().size() == 1
        ? load.name()
        : load.name() + ", " + load.steps().get(step).label();
  }

  private static List<String> head(List<String> heads) {
    return List.of(row(heads), "|" + "---|".repeat(heads.size()));
  }

  private static String row(List<String> cells) {
    return "| " + String.join(" | ", cells) + " |";
  }
}
