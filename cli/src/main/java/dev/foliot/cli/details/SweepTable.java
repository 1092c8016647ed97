package dev.foliot.cli.details;

import dev.foliot.cli.screen.Columns;
import dev.foliot.judgement.answer.BenchAnswer;
import dev.foliot.judgement.run.Sweep;
import dev.foliot.store.Spread;
import dev.foliot.store.Verdict;
import dev.foliot.text.Numbers;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Latency against rate as a person reads it, with the knee. */
public final class SweepTable {
  private static final int RATE_WIDTH = 14;
  private static final int WIDTH = 21;
  private static final String MAX = "max";

  private final PrintStream out;
  private final Sweep sweep;
  private final List<String> names;

  /**
   * @param percentiles the names of those to show
   */
  public SweepTable(PrintStream out, Sweep sweep, List<String> percentiles) {
    this.out = out;
    this.sweep = sweep;
    this.names = new ArrayList<>(percentiles);
    names.add(MAX);
  }

  /** The head of a percentile's column, {@code 99.9%}, and of the worst. */
  static String head(String name) {
    return name.equals(MAX) ? "worst" : name.substring(1).replace('_', '.') + "%";
  }

  /**
   * Prints it.
   *
   * @param arm what to call the arm, with a space before it, or nothing
   */
  public void print(String arm) {
    int most = sweep.points().stream().mapToInt(Sweep.Point::forks).max().orElse(0);
    out.printf(
        "%nend to end against rate%s%s%n",
        arm, most < 2 ? "" : ": median (least to greatest) over " + most + " forks");
    StringBuilder head = new StringBuilder(Columns.left("us", RATE_WIDTH));
    head.append(Columns.right("achieved", RATE_WIDTH));
    names.forEach(name -> head.append(Columns.right(head(name), WIDTH)));
    out.println(head);
    for (int i = 0; i < sweep.points().size(); i++) {
      row(
          sweep.points().get(i),
          sweep.knee().knee().isReached() && i + 1 == sweep.knee().knee().ratesBefore());
    }
    out.println("knee: " + BenchAnswer.knee(sweep, "").sentence());
  }

  private void row(Sweep.Point point, boolean knee) {
    StringBuilder medians =
        new StringBuilder(Columns.left(Numbers.rate(point.load().ratePerS()), RATE_WIDTH));
    medians.append(
        Columns.right(point.forks() == 0 ? "-" : Numbers.rate(point.achievedPerS()), RATE_WIDTH));
    StringBuilder ranges = new StringBuilder(" ".repeat(2 * RATE_WIDTH));
    for (String name : names) {
      Spread spread = point.response().get(name);
      medians.append(Columns.right(Numbers.micros(spread == null ? null : spread.median()), WIDTH));
      ranges.append(Columns.right(range(spread), WIDTH));
    }
    out.println(medians + "  " + verdict(point) + (knee ? ", the knee" : ""));
    if (!ranges.toString().isBlank()) {
      out.println(ranges.toString().stripTrailing());
    }
  }

  private static String range(@Nullable Spread spread) {
    return spread == null || spread.median() == null || Objects.equals(spread.min(), spread.max())
        ? ""
        : "(" + Numbers.micros(spread.min()) + " to " + Numbers.micros(spread.max()) + ")";
  }

  private static String verdict(Sweep.Point point) {
    List<String> words = new ArrayList<>();
    if (point.forks() == 0) {
      words.add("no fork");
    } else if (point.verdict() != Verdict.VALID || point.saturated() < point.forks()) {
      words.add(point.verdict().toString());
    }
    if (point.saturated() > 0) {
      words.add(
          "SATURATED"
              + (point.saturated() == point.forks()
                  ? ""
                  : " in " + point.saturated() + " of " + point.forks()));
    }
    return String.join(", ", words);
  }
}
