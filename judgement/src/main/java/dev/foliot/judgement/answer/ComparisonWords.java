package dev.foliot.judgement.answer;

import dev.foliot.store.comparison.ComparisonRecord;
import dev.foliot.store.comparison.ComparisonVerdict;
import dev.foliot.store.comparison.WildFork;
import dev.foliot.store.explain.StopKind;
import dev.foliot.text.Numbers;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What a table of a comparison says of its rows and of its columns. Stateless. */
public final class ComparisonWords {
  private static final int MOST_WILD = 2;

  private ComparisonWords() {}

  /** Whether a percentile has a verdict: all have, except beside what pairs of forks judge. */
  public static boolean isJudged(ComparisonRecord comparison, ComparisonRecord.Percentile one) {
    ComparisonRecord.Pairs pairs = comparison.decision().pairs();
    return pairs == null || pairs.judged().contains(one.percentile());
  }

  /** Whether it decides. */
  public static boolean decides(ComparisonRecord comparison, ComparisonRecord.Percentile one) {
    return comparison.decision().pairs() == null
        ? one.percentile().equals(comparison.decision().primary())
        : isJudged(comparison, one);
  }

  /** The verdict of a percentile in a word or two, with what an undecided one rules out. */
  public static String verdict(ComparisonRecord comparison, ComparisonRecord.Percentile one) {
    if (!isJudged(comparison, one)) {
      return "not judged";
    }
    ComparisonVerdict verdict = one.change().verdict();
    if (verdict != ComparisonVerdict.UNDECIDED) {
      return verdict.words();
    }
    Double low = one.change().low();
    Double high = one.change().high();
    return low == null || high == null
        ? "inconclusive"
        : "inconclusive, nothing above " + Numbers.digits(mayHide(low, high)) + " times can hide";
  }

  /**
   * {@code 1.31 (1.18 to 1.46), worse}: a task beside the first one; {@code -} without data. Where
   * one of them is SATURATED, the rates stand where the percentile that decides would.
   *
   * @param percentile {@code p99}
   */
  public static String besideFirst(ComparisonRecord comparison, String percentile) {
    ComparisonRecord.Sustained rates = comparison.figures().sustained();
    boolean isPrimary = percentile.equals(comparison.decision().primary());
    if (rates != null && !isPrimary) {
      return "-";
    }
    if (rates != null) {
      return ratio(rates.ratio(), rates.low(), rates.high())
          + " of its rate, "
          + word(rates.verdict());
    }
    return comparison.figures().percentiles().stream()
        .filter(one -> one.percentile().equals(percentile))
        .filter(one -> one.change().ratio() != null)
        .map(one -> {
          ComparisonRecord.Change change = one.change();
          return ratio(Objects.requireNonNull(change.ratio()), change.low(), change.high())
              + ", "
              + word(change.verdict());
        })
        .findFirst()
        .orElse("-");
  }

  /** {@code 1.12}: the median of a task beside that of the first one; {@code -} without data. */
  public static String medianRatio(ComparisonRecord comparison) {
    return comparison.figures().percentiles().stream()
        .filter(one -> one.percentile().equals("p50"))
        .map(one -> one.change().ratio())
        .filter(Objects::nonNull)
        .map(Numbers::digits)
        .findFirst()
        .orElse("-");
  }

  private static String word(ComparisonVerdict verdict) {
    return verdict == ComparisonVerdict.UNDECIDED ? "inconclusive" : verdict.words();
  }

  private static String ratio(double ratio, @Nullable Double low, @Nullable Double high) {
    return Numbers.digits(ratio)
        + (low == null || high == null
            ? ""
            : " (" + Numbers.digits(low) + " to " + Numbers.digits(high) + ")");
  }

  /** What such a ratio is. */
  public static String ofTasks() {
    return "the ratio by which forks of a task rank above those of the first, with its 95 %"
        + " interval";
  }

  /** The forks that are far slower than the others of their side, a sentence each. */
  static String wildForks(ComparisonRecord comparison, FigureList figures) {
    return wildForks("A", comparison.a(), figures) + wildForks("B", comparison.b(), figures);
  }

  /** Which runs B was judged by; empty where A is no history. */
  static String earlierRuns(ComparisonRecord comparison, FigureList figures) {
    ComparisonRecord.History history = comparison.decision().history();
    if (history == null || history.runs() == 0) {
      return "";
    }
    return " A is the "
        + figures.count("runs", history.runs())
        + (history.runs() == 1 ? " run" : " runs")
        + " before it on this machine since "
        + HistoryAnswer.day(history.since())
        + (history.afterChange() ? ", when response times changed." : ".");
  }

  private static String wildForks(String name, ComparisonRecord.Side side, FigureList figures) {
    String suffix = "_" + name.toLowerCase(Locale.ROOT);
    StringBuilder text = new StringBuilder();
    for (WildFork wild : side.wildForks().stream().limit(MOST_WILD).toList()) {
      StopKind cause = wild.cause();
      String which = suffix + wild.fork();
      text.append(" Fork ")
          .append(wild.fork())
          .append(" of ")
          .append(name)
          .append(" is ")
          .append(figures.ratio("wild" + which, wild.times()))
          .append(" times as slow as the others: ")
          .append(
              cause == null
                  ? "nothing that was looked at explains it"
                  : cause.sentence()
                      + " ("
                      + figures.share("wild_delay" + which, wild.delayShare())
                      + " of its delay)")
          .append('.');
    }
    return text.toString();
  }

  /**
   * What a ratio, its interval and the figures of the sides are; of pairs also which forks are far
   * slower than the others. Of independent forks the answer says that.
   */
  public static String estimator(ComparisonRecord comparison) {
    ComparisonRecord.Pairs pairs = comparison.decision().pairs();
    if (comparison.decision().history() != null) {
      return "B/A compares B with the geometric mean of the runs of A. The interval is that of one"
          + " more run, so it is as wide as runs differ. A is their median.";
    }
    String sides = "A and B are medians over the forks, so their quotient may differ.";
    return pairs == null
        ? "B/A is the ratio by which forks of B rank above those of A, the slowest few counted"
            + " alike. "
            + sides
        : "B/A is the median over the "
            + Numbers.count(pairs.counted(), "pair")
            + " (Hodges-Lehmann), with an interval of 95 % that holds at every look, for "
            + Numbers.and(pairs.judged().stream().map(Numbers::percentileName).toList())
            + (pairs.judged().size() > 1 ? " together. " : ". ")
            + sides
            + wildForks(comparison, new FigureList());
  }

  /** The largest slowdown or speed-up, as a ratio above 1, that an interval of ratios allows. */
  public static double mayHide(double low, double high) {
    return low > 0 ? Math.max(high, 1 / low) : high;
  }
}
