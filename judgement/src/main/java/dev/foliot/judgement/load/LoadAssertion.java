package dev.foliot.judgement.load;

import dev.foliot.bench.BadOptionException;
import dev.foliot.bench.Rate;
import dev.foliot.judgement.search.LatencyObjective;
import dev.foliot.stats.Median;
import dev.foliot.store.ForkPercentile;
import dev.foliot.store.ForkRecord;
import dev.foliot.store.Percentiles;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Numbers;
import dev.foliot.text.Shown;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What must hold in each measured phase of a load test. Immutable. */
public sealed interface LoadAssertion {
  /** How it ended. */
  enum Outcome {
    /** It holds. */
    HELD,
    /** It does not hold. */
    MISSED,
    /** The data does not decide it. */
    UNDECIDED
  }

  /**
   * An assertion in one phase.
   *
   * @param outcome whether it holds
   * @param text the figure beside what was asked
   */
  record Judged(Outcome outcome, String text) {}

  /**
   * A limit on a percentile of the response time: the median over the rounds counts.
   *
   * @param objective the limit
   */
  record Latency(LatencyObjective objective) implements LoadAssertion {
    @Override
    public Judged judge(List<ForkRecord> forks, double failedShare) {
      List<Percentiles> figures = forks.stream().map(fork -> fork.times().response()).toList();
      String name = objective.shownPercentile();
      if (!ForkPercentile.carried(figures, objective.percentile())) {
        return new Judged(
            Outcome.UNDECIDED, name + " is not known: too few requests were answered");
      }
      List<Double> values = new ArrayList<>();
      for (Percentiles one : figures) {
        Long value = ForkPercentile.value(one, objective.percentile());
        if (value != null) {
          values.add(value.doubleValue());
        }
      }
      long median = Math.round(Median.of(values));
      return judged(
          objective.isKeptBy(median),
          name + " is " + Numbers.duration(median) + ", asked is " + objective);
    }

    @Override
    public void mustBeDecidedBy(double requests) {
      double needed = NEEDED / objective.beyondShare();
      if (requests < needed) {
        throw FoliotException.usage(
            "%s needs %s requests, and this load has %s: give a longer --duration or a higher --rate"
                .formatted(
                    objective.shownPercentile(),
                    Numbers.count(Math.round(needed)),
                    Numbers.count(Math.round(requests))));
      }
    }

    @Override
    public String toString() {
      return objective.toString();
    }
  }

  /**
   * A limit on the share of failed requests.
   *
   * @param limit from 0 to 1
   * @param inclusive whether the limit itself is allowed
   */
  record Errors(double limit, boolean inclusive) implements LoadAssertion {
    private static final MathContext FOUR_DIGITS = new MathContext(4);

    @Override
    public Judged judge(List<ForkRecord> forks, double failedShare) {
      return judged(
          inclusive ? failedShare <= limit : failedShare < limit,
          shown(failedShare) + " of the requests failed, asked is " + this);
    }

    private static String shown(double share) {
      return BigDecimal.valueOf(100 * share).round(FOUR_DIGITS).stripTrailingZeros().toPlainString()
          + " %";
    }

    @Override
    public String toString() {
      return "errors " + (inclusive ? "<= " : "< ") + shown(limit);
    }
  }

  /**
   * The lowest rate of successful answers.
   *
   * @param least the rate
   * @param inclusive whether the rate itself is enough
   */
  record AchievedRate(Rate least, boolean inclusive) implements LoadAssertion {
    @Override
    public Judged judge(List<ForkRecord> forks, double failedShare) {
      double achieved =
          Median.of(forks.stream().map(fork -> fork.messages().achievedPerS()).toList());
      return judged(
          inclusive ? achieved >= least.perSecond() : achieved > least.perSecond(),
          Numbers.rate(achieved) + " were answered, asked is " + this);
    }

    @Override
    public String toString() {
      return "rate " + (inclusive ? ">= " : "> ") + Numbers.rate(least.perSecond());
    }
  }

  /** Ten requests must lie beyond a percentile. */
  double NEEDED = 10;

  /**
   * Whether it holds.
   *
   * @param forks of one load, at least one
   * @param failedShare the share of its requests that failed, from 0 to 1
   */
  Judged judge(List<ForkRecord> forks, double failedShare);

  /**
   * Refuses a load that cannot decide it.
   *
   * @param requests of all rounds together
   * @throws FoliotException with the remedy
   */
  default void mustBeDecidedBy(double requests) {}

  private static Judged judged(boolean holds, String text) {
    return new Judged(holds ? Outcome.HELD : Outcome.MISSED, text);
  }

  /**
   * Parses {@code p99<20ms}, {@code errors<0.1%} or {@code rate>990/s}, several with commas.
   *
   * @throws BadOptionException for any other text, with the fix
   */
  static List<LoadAssertion> parse(String text) {
    List<LoadAssertion> all = new ArrayList<>();
    for (String part : text.split(",", -1)) {
      all.add(one(part.strip()));
    }
    return all;
  }

  private static LoadAssertion one(String text) {
    Matcher errors = Forms.ERRORS.matcher(text);
    if (errors.matches()) {
      double limit = Double.parseDouble(errors.group("limit")) / 100;
      boolean inclusive = errors.group("sign").length() > 1;
      if (limit > 1 || (limit == 0 && !inclusive)) {
        throw new BadOptionException(
            "'"
                + Shown.text(text)
                + "' "
                + (limit > 1 ? "is more than all requests" : "can never hold: write errors<=0%"));
      }
      return new Errors(limit, inclusive);
    }
    Matcher rate = Forms.RATE.matcher(text);
    if (rate.matches()) {
      return new AchievedRate(Rate.parse(rate.group("limit")), rate.group("sign").length() > 1);
    }
    if (!text.startsWith("p")) {
      throw new BadOptionException(
          "'"
              + Shown.text(text)
              + "' is no assertion: write for example 'p99<20ms, errors<0.1%, rate>990/s'");
    }
    return new Latency(LatencyObjective.parse(text));
  }

  /** The forms of assertions. */
  final class Forms {
    private static final Pattern ERRORS =
        Pattern.compile("errors\\s*(?<sign><=?)\\s*(?<limit>[0-9]{1,3}(?:\\.[0-9]{1,6})?)\\s*%");
    private static final Pattern RATE =
        Pattern.compile("rate\\s*(?<sign>>=?)\\s*(?<limit>[^<>=]{1,40})");

    private Forms() {}
  }
}
