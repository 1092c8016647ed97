package dev.foliot.judgement.answer;

import dev.foliot.store.comparison.ComparisonRecord;
import dev.foliot.store.comparison.ComparisonVerdict;
import dev.foliot.text.Numbers;

/** What a table of a comparison says of its rows and of its columns. Stateless. */
public final class ComparisonWords {
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

  /** What a ratio, its interval and the figures of the sides are. */
  public static String estimator(ComparisonRecord comparison) {
    ComparisonRecord.Pairs pairs = comparison.decision().pairs();
    String sides = "A and B are medians over the forks, so their quotient may differ.";
    return pairs == null
        ? "B/A is the median of all ratios of a fork of B to a fork of A (Hodges-Lehmann). " + sides
        : "B/A is the median over the "
            + Numbers.count(pairs.counted(), "pair")
            + " (Hodges-Lehmann), with an interval of 95 % that holds at every look, for "
            + Numbers.and(pairs.judged().stream().map(Numbers::percentileName).toList())
            + (pairs.judged().size() > 1 ? " together. " : ". ")
            + sides;
  }

  /** The largest slowdown or speed-up, as a ratio above 1, that an interval of ratios allows. */
  public static double mayHide(double low, double high) {
    return low > 0 ? Math.max(high, 1 / low) : high;
  }
}
