package dev.foliot.benchrun;

import dev.foliot.judgement.RateKnee;
import dev.foliot.stats.Median;
import dev.foliot.store.ForkRecord;
import dev.foliot.store.LoadRecord;
import dev.foliot.store.RunRecord;
import dev.foliot.store.Spread;
import dev.foliot.store.Verdict;
import dev.foliot.text.LoadReason;
import dev.foliot.text.Numbers;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
    /** Nothing: too few messages for a percentile. */
    TOO_FEW_MESSAGES,
    /** Nothing: no fork can be relied upon. */
    NO_FORK
  }

  private static final List<String> TOLD = List.of("p99", "p90", "p50");

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
      return sustained(saturated, asked);
    }
    List<ForkRecord> usable =
        all.stream().filter(fork -> fork.validity().verdict() != Verdict.INVALID).toList();
    if (usable.isEmpty()) {
      return new BenchAnswer(
          Kind.NO_FORK, "No fork can be relied upon: all " + all.size() + " are INVALID.");
    }
    if (asked.isClosed()) {
      return reached(usable);
    }
    for (String percentile : TOLD) {
      Double response = median(run, usable, arm, load, percentile, true);
      if (response != null) {
        return response(
            asked, percentile, response, median(run, usable, arm, load, percentile, false), usable);
      }
    }
    long completed = usable.stream().mapToLong(fork -> fork.messages().completed()).max().orElse(0);
    return new BenchAnswer(
        Kind.TOO_FEW_MESSAGES,
        "No percentile: a fork completed only "
            + Numbers.count(completed, "message")
            + ". Use a longer --duration or a higher --rate.");
  }

  private static BenchAnswer sustained(List<ForkRecord> saturated, LoadRecord asked) {
    double rate =
        Median.of(saturated.stream().mapToDouble(fork -> fork.messages().achievedPerS()).toArray());
    return new BenchAnswer(
        Kind.SUSTAINED_RATE,
        "The task sustains about "
            + Numbers.aboutRate(rate)
            + " here and was asked for "
            + Numbers.rate(asked.ratePerS())
            + ". Response times only tell how long the load lasted: lower --rate.");
  }

  private static BenchAnswer reached(List<ForkRecord> usable) {
    boolean isNoneValid =
        usable.stream().allMatch(fork -> fork.validity().verdict() != Verdict.VALID);
    double rate =
        Median.of(usable.stream().mapToDouble(fork -> fork.messages().achievedPerS()).toArray());
    return new BenchAnswer(
        Kind.REACHED_RATE,
        (isNoneValid ? "No fork is VALID: " : "")
            + "At full speed it does "
            + Numbers.aboutRate(rate)
            + ". That is a closed loop, in which nobody waits: for what users wait give a --rate.");
  }

  private static BenchAnswer response(
      LoadRecord asked,
      String percentile,
      double responseNs,
      @Nullable Double serviceNs,
      List<ForkRecord> forks) {
    boolean isNoneValid =
        forks.stream().allMatch(fork -> fork.validity().verdict() != Verdict.VALID);
    if (asked.isOfService() && serviceNs != null) {
      return new BenchAnswer(
          Kind.RESPONSE_TIME,
          (isNoneValid ? "No fork is VALID: " : "")
              + percentile
              + " of the service time is "
              + Numbers.duration(serviceNs)
              + " at "
              + asked.rateText()
              + ". From the due time it is "
              + Numbers.duration(responseNs)
              + ": the task asked not to count that wait.");
    }
    String first =
        (isNoneValid ? "No fork is VALID: " : "")
            + percentile
            + " is "
            + Numbers.duration(responseNs)
            + " at "
            + Numbers.rate(asked.ratePerS());
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
