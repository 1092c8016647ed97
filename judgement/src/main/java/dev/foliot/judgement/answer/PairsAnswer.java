package dev.foliot.judgement.answer;

import dev.foliot.store.GateRecord;
import dev.foliot.store.comparison.ComparisonRecord;
import dev.foliot.store.comparison.ComparisonVerdict;
import dev.foliot.text.Numbers;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What pairs of forks say of each thing that was judged, and why there were no more. Pure. */
final class PairsAnswer {
  private final ComparisonRecord comparison;
  private final ComparisonRecord.Pairs pairs;
  private final FigureList figures;

  PairsAnswer(ComparisonRecord comparison, ComparisonRecord.Pairs pairs, FigureList figures) {
    this.comparison = comparison;
    this.pairs = pairs;
    this.figures = figures;
  }

  String sentence() {
    ComparisonVerdict verdict = comparison.decision().verdict();
    List<String> parts = parts();
    if (parts.isEmpty()) {
      return "Inconclusive: no pair of forks counts" + end() + ".";
    }
    return switch (verdict) {
          case WORSE -> "B is worse";
          case BETTER -> "B is better";
          case SAME -> "B and A are the same within " + margin();
          case UNDECIDED -> "Inconclusive";
        }
        + " after "
        + figures.count("pairs", pairs.counted())
        + (pairs.counted() == 1 ? " pair" : " pairs")
        + end()
        + ": "
        + String.join("; ", parts)
        + ".";
  }

  private String margin() {
    double margin = comparison.decision().margin();
    return figures.add("margin", margin, "share", Numbers.shortPercent(margin));
  }

  private String end() {
    return switch (pairs.end()) {
      case DECIDED -> "";
      case BUDGET_SPENT -> ", when the budget was spent";
      case MOST_PAIRS -> ", as many as were allowed";
      case NONE_COUNTS -> "";
      case INTERRUPTED -> ", when it was interrupted";
    };
  }

  /** What decides first. */
  private List<String> parts() {
    List<String> first = new ArrayList<>();
    List<String> then = new ArrayList<>();
    ComparisonRecord.Sustained rates = comparison.figures().sustained();
    if (rates != null && pairs.judged().contains(GateRecord.RATE)) {
      first.add(
          part("rate", "the rate of B", rates.verdict(), rates.ratio(), rates.low(), rates.high()));
    }
    for (ComparisonRecord.Percentile one : comparison.figures().percentiles()) {
      Double ratio = one.change().ratio();
      if (pairs.judged().contains(one.percentile()) && ratio != null) {
        ComparisonVerdict verdict = one.change().verdict();
        String name = Numbers.percentileName(one.percentile());
        (verdict == comparison.decision().verdict() ? first : then)
            .add(
                part(
                    one.percentile(),
                    name + " of B",
                    verdict,
                    ratio,
                    one.change().low(),
                    one.change().high()));
      }
    }
    first.addAll(then);
    return first;
  }

  private String part(
      String figure,
      String what,
      ComparisonVerdict verdict,
      double ratio,
      @Nullable Double low,
      @Nullable Double high) {
    String times =
        what
            + " is "
            + figures.ratio("ratio_" + figure, ratio)
            + " times that of A"
            + (low == null || high == null
                ? ""
                : " (95 % interval "
                    + figures.ratio("ratio_" + figure + "_low", low)
                    + " to "
                    + figures.ratio("ratio_" + figure + "_high", high)
                    + ")");
    if (verdict == ComparisonVerdict.SAME
        && comparison.decision().verdict() != ComparisonVerdict.SAME) {
      return times + ", the same within " + margin();
    }
    return verdict == ComparisonVerdict.UNDECIDED ? times + ", " + hides(figure, low, high) : times;
  }

  private String hides(String figure, @Nullable Double low, @Nullable Double high) {
    return low == null || high == null
        ? "too few pairs to say what can hide"
        : "no difference above "
            + figures.ratio("may_hide_" + figure, ComparisonWords.mayHide(low, high))
            + " times can hide";
  }
}
