package dev.foliot.judgement.answer;

import dev.foliot.judgement.RateKnee;
import dev.foliot.judgement.answer.BenchAnswer.Kind;
import dev.foliot.judgement.compare.Comparer;
import dev.foliot.stats.Comparison;
import dev.foliot.stats.Median;
import dev.foliot.store.Arm;
import dev.foliot.store.ForkPercentile;
import dev.foliot.store.ForkRecord;
import dev.foliot.store.Percentiles;
import dev.foliot.store.RunRecord;
import dev.foliot.text.Numbers;
import dev.foliot.text.Shown;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The answer for several combinations of the task's parameters on one JDK: whether the first one
 * differs from the others, by the intervals over the forks. Pure.
 */
final class CombinationAnswer {
  private static final int MOST_NAMED = 3;
  private static final int LONGEST_NAME = 60;

  private final RunRecord run;
  private final List<ForkRecord> forks;
  private final List<Combination> all;
  private final List<Combination> held;
  private final FigureList figures = new FigureList();

  private CombinationAnswer(RunRecord run, List<ForkRecord> forks, List<Integer> arms) {
    this.run = run;
    this.forks = forks;
    this.all = arms.stream().map(arm -> combination(run, forks, arm)).toList();
    this.held = all.stream().filter(one -> !one.isSaturated() && !one.usable().isEmpty()).toList();
  }

  /**
   * The answer.
   *
   * @param forks of the run
   * @param arms the arms of that JDK, at least two
   */
  static BenchAnswer of(RunRecord run, List<ForkRecord> forks, List<Integer> arms) {
    return new CombinationAnswer(run, forks, arms).answer();
  }

  private BenchAnswer answer() {
    if (run.load().isClosed() && !held.isEmpty()) {
      return BenchAnswer.reached(
          held.stream().flatMap(one -> one.usable().stream()).toList(),
          rates("reached_rate", held.stream().map(this::reached).toList())
              + (held.stream().anyMatch(one -> operations(one) > 1) ? ", in operations" : ""),
          figures);
    }
    List<Rated> saturated =
        all.stream()
            .filter(Combination::isSaturated)
            .map(one -> one.rated(one.forks().stream().filter(RateKnee::isSaturated).toList()))
            .toList();
    if (held.isEmpty()) {
      return saturated.isEmpty()
          ? new BenchAnswer(Kind.NO_FORK, "No fork can be relied upon: all are INVALID.", figures)
          : new BenchAnswer(Kind.SUSTAINED_RATE, sustained(saturated), figures);
    }
    if (held.size() == 1) {
      BenchAnswer one = BenchAnswer.of(run, forks, held.getFirst().arm(), 0);
      one.figures()
          .forEach(
              figure -> figures.add(figure.name(), figure.value(), figure.unit(), figure.shown()));
      return new BenchAnswer(one.kind(), one.sentence() + too(saturated), figures);
    }
    Optional<String> percentile =
        BenchAnswer.PERCENTILES.stream()
            .filter(name -> held.stream().allMatch(one -> one.values(name).length > 0))
            .findFirst();
    if (percentile.isEmpty()) {
      return new BenchAnswer(
          Kind.TOO_FEW_MESSAGES,
          "No percentile in every combination: use a longer --duration or a higher --rate."
              + too(saturated),
          figures);
    }
    Worded difference = difference(percentile.get());
    return new BenchAnswer(
        difference.kind(),
        BenchAnswer.trust(held.stream().flatMap(one -> one.usable().stream()).toList())
            + difference.text()
            + too(saturated),
        figures);
  }

  /** In operations, where a message is many: that is what benchmarks for JMH are about. */
  private Rated reached(Combination one) {
    return new Rated(one.name(), one.rated(one.usable()).perS() * operations(one));
  }

  private long operations(Combination one) {
    return run.arms().get(one.arm()).operations();
  }

  /** Of a combination, the median of the rates that some forks achieved. */
  private record Rated(String name, double perS) {}

  private record Worded(Kind kind, String text) {}

  private String rates(String figure, List<Rated> rated) {
    return Numbers.and(
        rated.stream()
            .limit(MOST_NAMED)
            .map(one ->
                figures.aboutRate(figure + " of " + one.name(), one.perS()) + " with " + one.name())
            .toList());
  }

  private String sustained(List<Rated> saturated) {
    return "Of "
        + run.load().rateText()
        + " the task sustains only about "
        + saturated.stream()
            .limit(MOST_NAMED)
            .map(one ->
                figures.aboutRate("sustained_rate of " + one.name(), one.perS())
                    + " with "
                    + one.name())
            .collect(Collectors.joining(", "))
        + ".";
  }

  private String too(List<Rated> saturated) {
    return saturated.isEmpty() ? "" : " " + sustained(saturated);
  }

  /** The first combination beside each of the others, in Holm's steps over all of them. */
  private Worded difference(String percentile) {
    Combination first = held.getFirst();
    // the first pair would have an interval of its own; it is empty
    List<Comparison.Pair> pairs =
        new ArrayList<>(List.of(new Comparison.Pair(new double[0], new double[0])));
    held.stream()
        .skip(1)
        .forEach(other ->
            pairs.add(new Comparison.Pair(first.values(percentile), other.values(percentile))));
    List<Comparison.Result> results = Comparison.of(pairs, 0, Comparer.USUAL_MARGIN);
    Combination higher = null;
    Combination lower = null;
    int same = 0;
    int needed = 0;
    for (int i = 1; i < held.size(); i++) {
      Combination other = held.get(i);
      double median = other.median(percentile);
      switch (results.get(i).verdict()) {
        case WORSE ->
            higher = higher == null || median > higher.median(percentile) ? other : higher;
        case BETTER -> lower = lower == null || median < lower.median(percentile) ? other : lower;
        case SAME -> same++;
        case UNDECIDED -> needed = Math.max(needed, results.get(i).forksNeeded().orElse(0));
      }
    }
    String name = Numbers.percentileName(percentile) + " at " + run.load().rateText();
    if (higher != null) {
      String rises =
          name + " rises from " + shown(first, percentile) + " to " + shown(higher, percentile);
      return new Worded(
          Kind.DIFFERENCE,
          rises + (lower == null ? "" : ", and falls to " + shown(lower, percentile)) + ".");
    }
    if (lower != null) {
      return new Worded(
          Kind.DIFFERENCE,
          name
              + " falls from "
              + shown(first, percentile)
              + " to "
              + shown(lower, percentile)
              + ".");
    }
    double[] medians = held.stream().mapToDouble(one -> one.median(percentile)).sorted().toArray();
    String range =
        name
            + " is "
            + figures.duration(percentile + "_low", medians[0])
            + " to "
            + figures.duration(percentile + "_high", medians[medians.length - 1])
            + " over "
            + Numbers.count(
                held.size(),
                run.varyingParams().equals(List.of(Arm.CLASS)) ? "task" : "combination");
    if (same == held.size() - 1) {
      return new Worded(
          Kind.DIFFERENCE,
          range + ": the same within " + figures.share("margin", Comparer.USUAL_MARGIN) + ".");
    }
    int fewest = held.stream().mapToInt(one -> one.usable().size()).min().orElse(0);
    return new Worded(
        Kind.INCONCLUSIVE,
        "Inconclusive: "
            + range
            + (fewest < Comparison.LEAST_FORKS
                ? "; at least " + Comparison.LEAST_FORKS + " valid forks of each are needed."
                : needed > 0
                    ? "; about " + figures.count("forks_needed", needed) + " forks of each decide."
                    : "."));
  }

  private String shown(Combination one, String percentile) {
    return figures.duration(percentile + " of " + one.name(), one.median(percentile))
        + " ("
        + one.name()
        + ")";
  }

  /** One combination of parameters. */
  private record Combination(
      int arm, String name, List<ForkRecord> forks, List<ForkRecord> usable, boolean isSaturated) {
    Rated rated(List<ForkRecord> of) {
      return new Rated(name, BenchAnswer.median(of));
    }

    /** Of each fork; empty where the forks together have too little data. */
    double[] values(String percentile) {
      List<Percentiles> figures = usable.stream().map(fork -> fork.times().response()).toList();
      return ForkPercentile.carried(figures, percentile)
          ? figures.stream()
              .mapToDouble(one -> Objects.requireNonNull(ForkPercentile.value(one, percentile)))
              .toArray()
          : new double[0];
    }

    double median(String percentile) {
      return Median.of(values(percentile));
    }
  }

  private static Combination combination(RunRecord run, List<ForkRecord> forks, int arm) {
    List<ForkRecord> all = forks.stream().filter(fork -> fork.place().arm() == arm).toList();
    return new Combination(
        arm,
        Shown.text(run.arms().get(arm).paramText(run.varyingParams()), LONGEST_NAME),
        all,
        BenchAnswer.usable(all),
        RateKnee.areSaturated(run.load(), all));
  }
}
