package dev.foliot.benchrun;

import dev.foliot.judgement.RateKnee;
import dev.foliot.stats.Comparison;
import dev.foliot.stats.Median;
import dev.foliot.store.ForkPercentile;
import dev.foliot.store.ForkRecord;
import dev.foliot.store.LoadRecord;
import dev.foliot.store.Percentiles;
import dev.foliot.store.RunRecord;
import dev.foliot.store.Spread;
import dev.foliot.store.Verdict;
import dev.foliot.text.LoadReason;
import dev.foliot.text.Numbers;
import dev.foliot.text.Shown;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The answer of a bench at one rate, computed from what is stored. Pure.
 *
 * @param kind what can be said
 * @param text one or two sentences
 */
public record BenchAnswer(Kind kind, String text) {
  /** What a bench can say. */
  public enum Kind {
    /** A percentile of the response time. */
    RESPONSE_TIME,
    /** The rate that the task sustains, since it was asked for more. */
    SUSTAINED_RATE,
    /** The rate that a closed loop reaches. */
    REACHED_RATE,
    /** How a percentile differs among combinations of parameters. */
    DIFFERENCE,
    /** That these forks cannot tell whether it differs. */
    INCONCLUSIVE,
    /** Nothing: too few messages for a percentile. */
    TOO_FEW_MESSAGES,
    /** Nothing: no fork can be relied upon. */
    NO_FORK
  }

  private static final List<String> TOLD = List.of("p99", "p90", "p50");

  private static final String NONE_VALID = "No fork is VALID: ";
  private static final int MOST_NAMED = 3;
  private static final int LONGEST_NAME = 60;

  /** The service time is worth a word where waiting makes this much of the response time. */
  private static final double MUCH = 0.2;

  /** Checks that nothing is missing. */
  public BenchAnswer {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(text, "text");
  }

  /**
   * The answer of one arm.
   *
   * @param forks of the run; those of other arms or loads are left out
   * @param arm its index
   * @param load the load's index
   */
  public static BenchAnswer of(RunRecord run, List<ForkRecord> forks, int arm, int load) {
    List<ForkRecord> all =
        forks.stream()
            .filter(fork -> fork.place().arm() == arm && fork.loadIndex() == load)
            .toList();
    LoadRecord asked = run.loads().get(load);
    List<ForkRecord> saturated = all.stream().filter(RateKnee::isSaturated).toList();
    if (!saturated.isEmpty() && 2 * saturated.size() >= all.size()) {
      return sustained(saturated, asked, with(run, arm));
    }
    List<ForkRecord> usable =
        all.stream().filter(fork -> fork.validity().verdict() != Verdict.INVALID).toList();
    if (usable.isEmpty()) {
      return new BenchAnswer(
          Kind.NO_FORK, "No fork can be relied upon: all " + all.size() + " are INVALID.");
    }
    if (asked.isClosed()) {
      return reached(usable, Numbers.aboutRate(median(usable)) + with(run, arm));
    }
    for (String percentile : TOLD) {
      Double response = median(run, usable, arm, load, percentile, true);
      if (response != null) {
        Double service = median(run, usable, arm, load, percentile, false);
        String at = asked.rateText() + with(run, arm);
        return asked.isOfService() && service != null
            ? service(at, percentile, response, service, usable)
            : response(at, percentile, response, service, usable);
      }
    }
    long completed = usable.stream().mapToLong(fork -> fork.messages().completed()).max().orElse(0);
    return new BenchAnswer(
        Kind.TOO_FEW_MESSAGES,
        "No percentile: a fork completed only "
            + Numbers.count(completed, "message")
            + ". Use a longer --duration or a higher --rate.");
  }

  /**
   * The answer for several combinations of the task's parameters on one JDK: whether the first one
   * differs from the others, by the intervals over the forks.
   *
   * @param forks of the run
   * @param arms the arms of that JDK, at least two
   */
  public static BenchAnswer ofCombinations(
      RunRecord run, List<ForkRecord> forks, List<Integer> arms) {
    List<Combination> all = arms.stream().map(arm -> combination(run, forks, arm)).toList();
    List<Combination> held =
        all.stream().filter(one -> !one.isSaturated() && !one.usable().isEmpty()).toList();
    if (run.load().isClosed() && !held.isEmpty()) {
      return reached(
          held.stream().flatMap(one -> one.usable().stream()).toList(),
          Numbers.and(
              held.stream()
                  .map(one -> Numbers.aboutRate(median(one.usable())) + " with " + one.name())
                  .limit(MOST_NAMED)
                  .toList()));
    }
    String at = run.load().rateText();
    String rest =
        all.stream()
            .filter(Combination::isSaturated)
            .map(one -> Numbers.aboutRate(median(one.saturated())) + " with " + one.name())
            .limit(MOST_NAMED)
            .collect(Collectors.joining(", "));
    String too = rest.isEmpty() ? "" : " Of " + at + " the task sustains only about " + rest + ".";
    if (held.isEmpty()) {
      return rest.isEmpty()
          ? new BenchAnswer(Kind.NO_FORK, "No fork can be relied upon: all are INVALID.")
          : new BenchAnswer(Kind.SUSTAINED_RATE, too.strip());
    }
    if (held.size() == 1) {
      BenchAnswer one = of(run, forks, held.getFirst().arm(), 0);
      return new BenchAnswer(one.kind(), one.text() + too);
    }
    Optional<String> percentile =
        TOLD.stream()
            .filter(name -> held.stream().allMatch(one -> one.values(name).length > 0))
            .findFirst();
    if (percentile.isEmpty()) {
      return new BenchAnswer(
          Kind.TOO_FEW_MESSAGES,
          "No percentile in every combination: use a longer --duration or a higher --rate." + too);
    }
    boolean isNoneValid =
        held.stream()
            .flatMap(one -> one.usable().stream())
            .allMatch(fork -> fork.validity().verdict() != Verdict.VALID);
    BenchAnswer difference = difference(held, percentile.get(), at);
    return new BenchAnswer(
        difference.kind(), (isNoneValid ? NONE_VALID : "") + difference.text() + too);
  }

  /** The first combination beside each of the others, in Holm's steps over all of them. */
  private static BenchAnswer difference(List<Combination> held, String percentile, String at) {
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
    String name = Numbers.percentileName(percentile) + " at " + at;
    String from = " from " + first.told(percentile);
    if (higher != null) {
      String falls = lower == null ? "" : ", and falls to " + lower.told(percentile);
      return new BenchAnswer(
          Kind.DIFFERENCE, name + " rises" + from + " to " + higher.told(percentile) + falls + ".");
    }
    if (lower != null) {
      return new BenchAnswer(
          Kind.DIFFERENCE, name + " falls" + from + " to " + lower.told(percentile) + ".");
    }
    double[] medians = held.stream().mapToDouble(one -> one.median(percentile)).sorted().toArray();
    String range =
        name
            + " is "
            + Numbers.duration(medians[0])
            + " to "
            + Numbers.duration(medians[medians.length - 1])
            + " over "
            + Numbers.count(held.size(), "combination");
    if (same == held.size() - 1) {
      return new BenchAnswer(
          Kind.DIFFERENCE,
          range + ": the same within " + Numbers.percent(Comparer.USUAL_MARGIN) + ".");
    }
    int fewest = held.stream().mapToInt(one -> one.usable().size()).min().orElse(0);
    return new BenchAnswer(
        Kind.INCONCLUSIVE,
        "Inconclusive: "
            + range
            + (fewest < Comparison.LEAST_FORKS
                ? "; at least " + Comparison.LEAST_FORKS + " valid forks of each are needed."
                : needed > 0
                    ? "; about " + Numbers.count(needed) + " forks of each decide."
                    : "."));
  }

  /** One combination of parameters. */
  private record Combination(
      int arm, String name, int forks, List<ForkRecord> saturated, List<ForkRecord> usable) {
    boolean isSaturated() {
      return !saturated.isEmpty() && 2 * saturated.size() >= forks;
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

    String told(String percentile) {
      return Numbers.duration(median(percentile)) + " (" + name + ")";
    }
  }

  private static Combination combination(RunRecord run, List<ForkRecord> forks, int arm) {
    List<ForkRecord> all = forks.stream().filter(fork -> fork.place().arm() == arm).toList();
    return new Combination(
        arm,
        Shown.text(run.arms().get(arm).paramText(run.varyingParams()), LONGEST_NAME),
        all.size(),
        all.stream().filter(RateKnee::isSaturated).toList(),
        all.stream().filter(fork -> fork.validity().verdict() != Verdict.INVALID).toList());
  }

  /** The median of the rates that forks achieved. */
  private static double median(List<ForkRecord> forks) {
    return Median.of(forks.stream().mapToDouble(fork -> fork.messages().achievedPerS()).toArray());
  }

  private static String with(RunRecord run, int arm) {
    String params = run.arms().get(arm).paramText();
    return params.isEmpty() ? "" : " with " + Shown.text(params, LONGEST_NAME);
  }

  private static BenchAnswer sustained(
      List<ForkRecord> saturated, LoadRecord asked, String params) {
    double rate = median(saturated);
    return new BenchAnswer(
        Kind.SUSTAINED_RATE,
        "The task sustains about "
            + Numbers.aboutRate(rate)
            + " here"
            + params
            + " and was asked for "
            + Numbers.rate(asked.ratePerS())
            + ". Response times only tell how long the load lasted: lower --rate.");
  }

  private static BenchAnswer reached(List<ForkRecord> usable, String rates) {
    boolean isNoneValid =
        usable.stream().allMatch(fork -> fork.validity().verdict() != Verdict.VALID);
    return new BenchAnswer(
        Kind.REACHED_RATE,
        (isNoneValid ? NONE_VALID : "")
            + "At full speed it does "
            + rates
            + ". That is a closed loop, in which nobody waits: for what users wait give a --rate.");
  }

  /** For a task that wants its messages counted from their actual start. */
  private static BenchAnswer service(
      String at, String percentile, double responseNs, double serviceNs, List<ForkRecord> forks) {
    boolean isNoneValid =
        forks.stream().allMatch(fork -> fork.validity().verdict() != Verdict.VALID);
    return new BenchAnswer(
        Kind.RESPONSE_TIME,
        (isNoneValid ? NONE_VALID : "")
            + percentile
            + " of the service time is "
            + Numbers.duration(serviceNs)
            + " at "
            + at
            + ". From the due time it is "
            + Numbers.duration(responseNs)
            + ": the task asked not to count that wait.");
  }

  private static BenchAnswer response(
      String at,
      String percentile,
      double responseNs,
      @Nullable Double serviceNs,
      List<ForkRecord> forks) {
    boolean isNoneValid =
        forks.stream().allMatch(fork -> fork.validity().verdict() != Verdict.VALID);
    String first =
        (isNoneValid ? NONE_VALID : "")
            + percentile
            + " is "
            + Numbers.duration(responseNs)
            + " at "
            + at;
    return new BenchAnswer(
        Kind.RESPONSE_TIME,
        serviceNs != null && responseNs - serviceNs > MUCH * responseNs
            ? first
                + "; the task itself takes "
                + Numbers.duration(serviceNs)
                + (isGeneratorInTrouble(forks)
                    ? ". The load generator lacked CPU: the rest is partly its own wait."
                    : ". The rest is waiting behind slow messages.")
            : first + ".");
  }

  /** Whether the load generator was late or starved in half of the forks or more. */
  private static boolean isGeneratorInTrouble(List<ForkRecord> forks) {
    long troubled =
        forks.stream()
            .filter(fork ->
                fork.validity().reasonCodes().stream()
                    .anyMatch(reason -> reason.is(LoadReason.GeneratorTrouble.class)))
            .count();
    return 2 * troubled >= forks.size();
  }

  /** The same figure as in the run's summary, where it has one. */
  private static @Nullable Double median(
      RunRecord run,
      List<ForkRecord> forks,
      int arm,
      int load,
      String percentile,
      boolean isResponse) {
    Map<String, Spread> summary =
        run.summary()
            .getOrDefault(
                Summary.prefix(arm, run.arms().size(), load, run.loads().size())
                    + (isResponse ? "response" : "service"),
                Map.of());
    Spread spread = summary.get(percentile);
    if (spread != null) {
      Long median = spread.median();
      return median == null ? null : (Double) median.doubleValue();
    }
    double[] values =
        forks.stream()
            .map(fork -> isResponse ? fork.times().response() : fork.times().service())
            .map(figures -> figures.value(percentile))
            .filter(Objects::nonNull)
            .mapToDouble(Long::doubleValue)
            .toArray();
    return values.length < (forks.size() + 1) / 2 ? null : (Double) Median.of(values);
  }
}
