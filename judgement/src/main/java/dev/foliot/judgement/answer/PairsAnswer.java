package dev.foliot.judgement.answer;

import dev.foliot.store.GateRecord;
import dev.foliot.store.comparison.ComparisonRecord;
import dev.foliot.store.comparison.ComparisonVerdict;
import dev.foliot.text.Numbers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What pairs of forks say of each thing that was judged, and why there were no more. Pure. */
public final class PairsAnswer {
  private static final int MOST_FIGURES = 3;

  private final ComparisonRecord.Decision decision;
  private final ComparisonRecord.Pairs pairs;
  private final FigureList figures;

  /**
   * One thing that was judged.
   *
   * @param figure its name in the data
   * @param ofB it within a sentence, {@code p99 of B}
   * @param ofA what it is compared with, {@code that of A}
   * @param verdict of it
   * @param ratio of B to A
   * @param low the lower end of its interval; null as long as it is unbounded
   * @param high the upper end
   */
  public record Judged(
      String figure,
      String ofB,
      String ofA,
      ComparisonVerdict verdict,
      double ratio,
      @Nullable Double low,
      @Nullable Double high) {}

  /**
   * Collects the figures of the sentence in a list.
   *
   * @param decision of pairs
   */
  public PairsAnswer(ComparisonRecord.Decision decision, FigureList figures) {
    this.decision = decision;
    this.pairs = Objects.requireNonNull(decision.pairs(), "pairs");
    this.figures = figures;
  }

  /** The answer of the two sides of a bench. */
  String sentence(ComparisonRecord comparison) {
    return sentence("B is", "B and A are", judged(comparison));
  }

  /**
   * The answer.
   *
   * @param isB {@code B is}
   * @param both {@code B and A are}
   * @param judged of which at least one pair has both sides; what decides is named first
   */
  public String sentence(String isB, String both, List<Judged> judged) {
    if (judged.isEmpty()) {
      return "Inconclusive: no pair of forks counts" + end() + ".";
    }
    List<Judged> order = new ArrayList<>(judged);
    order.sort(Comparator.comparing(one -> one.verdict() != decision.verdict()));
    List<String> parts =
        new ArrayList<>(order.stream().limit(MOST_FIGURES).map(this::part).toList());
    if (order.size() > MOST_FIGURES) {
      parts.add("and " + (order.size() - MOST_FIGURES) + " more");
    }
    String first =
        switch (decision.verdict()) {
          case WORSE -> isB + " worse";
          case BETTER -> isB + " better";
          case SAME -> both + " the same within " + margin();
          case UNDECIDED -> "Inconclusive";
        };
    String after =
        " after "
            + figures.count("pairs", pairs.counted())
            + (pairs.counted() == 1 ? " pair" : " pairs")
            + end();
    return first + after + ": " + String.join("; ", parts) + ".";
  }

  private String margin() {
    double margin = decision.margin();
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

  private List<Judged> judged(ComparisonRecord comparison) {
    List<String> names = pairs.judged();
    List<Judged> judged = new ArrayList<>();
    ComparisonRecord.Sustained rates = comparison.figures().sustained();
    if (rates != null && names.contains(GateRecord.RATE)) {
      judged.add(
          new Judged(
              "rate",
              "the rate of B",
              "that of A",
              rates.verdict(),
              rates.ratio(),
              rates.low(),
              rates.high()));
    }
    for (ComparisonRecord.Percentile one : comparison.figures().percentiles()) {
      ComparisonRecord.Change change = one.change();
      Double ratio = change.ratio();
      if (names.contains(one.percentile()) && ratio != null) {
        judged.add(
            new Judged(
                one.percentile(),
                Numbers.percentileName(one.percentile()) + " of B",
                "that of A",
                change.verdict(),
                ratio,
                change.low(),
                change.high()));
      }
    }
    return judged;
  }

  private String part(Judged one) {
    String times =
        one.ofB
            + " is "
            + figures.ratio("ratio_" + one.figure, one.ratio)
            + " times "
            + one.ofA
            + (one.low == null || one.high == null
                ? ""
                : " (95 % interval "
                    + figures.ratio("ratio_" + one.figure + "_low", one.low)
                    + " to "
                    + figures.ratio("ratio_" + one.figure + "_high", one.high)
                    + ")");
    if (one.verdict == ComparisonVerdict.SAME && decision.verdict() != ComparisonVerdict.SAME) {
      return times + ", the same within " + margin();
    }
    return one.verdict == ComparisonVerdict.UNDECIDED ? times + ", " + hides(one) : times;
  }

  private String hides(Judged one) {
    return one.low == null || one.high == null
        ? "too few pairs to say what can hide"
        : "no difference above "
            + figures.ratio("may_hide_" + one.figure, ComparisonWords.mayHide(one.low, one.high))
            + " times can hide";
  }
}
