package dev.foliot.judgement.search;

import dev.foliot.bench.TimeSpan;
import dev.foliot.judgement.search.RateFinder.Done;
import dev.foliot.judgement.search.RateFinder.End;
import dev.foliot.judgement.search.RateFinder.Probe;
import dev.foliot.judgement.search.RateObservation.Outcome;
import dev.foliot.stats.Episodes;
import dev.foliot.store.RateSearch;
import dev.foliot.text.Reason;
import dev.foliot.text.RunReason;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The known range of a border, in numbers and in words. A pure function of the forks' outcomes. */
public final class RateAnswer {
  private static final double TAIL = 0.025;
  private static final int DIGITS = 3;

  /** Forks that hold or break where the others do not, before they say something. */
  private static final int CONTRARY = 2;

  /** Between rates that hold and lower ones that break, on which forks disagree. */
  private static final double APART = 2;

  private static final double KILO = 1_000;
  private static final double MEGA = 1_000_000;

  private final LatencyObjective objective;
  private final RateFinder finder;
  private final List<RateObservation> seen;
  private final @Nullable Reason why;
  private final long durationNs;
  private final @Nullable End end;
  private final @Nullable Double held;
  private final @Nullable Double low;
  private final @Nullable Double high;
  private final @Nullable Disagreement differ;

  /**
   * The answer of a search.
   *
   * @param seen the forks' outcomes
   * @param why the last fork gave no answer; null if it gave one
   * @param durationNs the measuring time of the forks
   */
  public RateAnswer(
      LatencyObjective objective,
      RateFinder finder,
      List<RateObservation> seen,
      @Nullable Reason why,
      long durationNs) {
    this.objective = objective;
    this.finder = finder;
    this.seen = List.copyOf(seen);
    this.why = why;
    this.durationNs = durationNs;
    this.end =
        switch (finder.next(seen)) {
          case Done done -> done.end();
          case Probe probe -> null;
        };
    boolean judged = some(Outcome.HOLDS) || some(Outcome.BREAKS);
    RateBorder border = judged ? RateBorder.of(seen) : null;
    boolean isOpen = end == End.HOLDS_AT_MOST || end == End.HOLDS_UP_TO_HARNESS;
    Double most =
        border == null || !some(Outcome.BREAKS) || isOpen
            ? null
            : Double.valueOf(rounded(border.quantile(1 - TAIL), RoundingMode.UP));
    this.differ = disagreement();
    if (most != null && differ != null) {
      most = Math.max(most, differ.highest);
    }
    // nothing was tried above the highest allowed rate
    this.high = most != null && most > finder.mostPerS() ? null : most;
    this.held = highestHeld(seen, high);
    Double least =
        border == null || !some(Outcome.HOLDS) || end == End.BREAKS_AT_LEAST
            ? null
            : Double.valueOf(rounded(border.quantile(TAIL), RoundingMode.DOWN));
    // between two tried rates, the lower one is known to hold
    if (least != null && differ != null) {
      least = Math.min(least, differ.lowest);
    }
    this.low = least == null || held == null ? least : Double.valueOf(Math.min(least, held));
  }

  /** The record; its ends are those of the 95 % interval of the border. */
  public RateSearch record() {
    return new RateSearch(
        objective.text(), objective.percentile(), objective.limitNs(), held, low, high, words());
  }

  private boolean some(Outcome outcome) {
    return seen.stream().anyMatch(one -> one.outcome() == outcome);
  }

  /** The highest rate, up to another, where more forks met the objective than broke it. */
  private static @Nullable Double highestHeld(
      List<RateObservation> seen, @Nullable Double mostPerS) {
    double highest =
        seen.stream()
            .mapToDouble(RateObservation::ratePerS)
            .filter(rate -> mostPerS == null || rate <= mostPerS)
            .filter(rate -> surplus(seen, rate) > 0)
            .max()
            .orElse(0);
    return highest == 0 ? null : Double.valueOf(highest);
  }

  /** The number of forks that met the objective at a rate, minus those that broke it. */
  private static long surplus(List<RateObservation> seen, double ratePerS) {
    return count(seen, ratePerS, Outcome.HOLDS) - count(seen, ratePerS, Outcome.BREAKS);
  }

  private static long count(List<RateObservation> seen, double ratePerS, Outcome outcome) {
    return seen.stream().filter(new RateObservation(ratePerS, outcome)::equals).count();
  }

  private String words() {
    if (end == null) {
      return "so far: " + known();
    }
    return switch (end) {
      case FOUND -> known();
      case OUT_OF_FORKS -> known() + "; a greater --max-forks would tell more";
      case HOLDS_AT_MOST ->
          objective
              + " holds up to "
              + rate(finder.mostPerS())
              + ", the highest rate to be tried ("
              + forks()
              + ")";
      case HOLDS_UP_TO_HARNESS ->
          objective
              + " holds up to "
              + rate(held)
              + "; at "
              + rate(RateFinder.harnessPerS(seen))
              + " the harness itself became late, so nothing is known of the system from there on ("
              + forks()
              + ")";
      case BREAKS_AT_LEAST ->
          objective
              + " does not hold even at "
              + rate(finder.leastPerS())
              + ", the lowest rate that can be judged in "
              + TimeSpan.format(durationNs)
              + " ("
              + forks()
              + ")";
      case INSUFFICIENT ->
          objective.shownPercentile()
              + " cannot be judged at "
              + rate(seen.getLast().ratePerS())
              + " in "
              + TimeSpan.format(durationNs)
              + " ("
              + why()
              + "): give a --duration of "
              + longer()
              + " or more; "
              + known();
      case STARVED ->
          "the load generator lacked CPU in the forks at "
              + rate(seen.getLast().ratePerS())
              + ", so they say nothing of the system: quiet the machine (--wait-quiet); "
              + known();
      case FAILED ->
          "the forks at " + rate(seen.getLast().ratePerS()) + " fail: " + why() + "; " + known();
      case HARNESS_LATE ->
          "the harness itself was late at every rate down to "
              + rate(seen.getLast().ratePerS())
              + ": nothing is known of the system ("
              + forks()
              + ")";
    };
  }

  private String why() {
    return why == null ? "" : why.text();
  }

  private String known() {
    String forks = "; " + forks() + starved() + ")" + differing();
    if (low != null && high == null && some(Outcome.BREAKS)) {
      return objective
          + " holds up to "
          + rate(held == null ? low : held)
          + " ("
          + rate(low)
          + " or more with 95 % confidence"
          + forks;
    }
    if (low != null && high != null) {
      return objective
          + " holds up to "
          + rate(held == null ? low : held)
          + " ("
          + rate(low)
          + " to "
          + rate(high)
          + " with 95 % confidence"
          + forks;
    }
    if (held != null) {
      return objective + " holds at " + rate(held) + " (nothing is known above it" + forks;
    }
    if (some(Outcome.BREAKS)) {
      double lowest =
          seen.stream()
              .filter(one -> one.outcome() == Outcome.BREAKS)
              .mapToDouble(RateObservation::ratePerS)
              .min()
              .orElseThrow();
      return objective + " breaks at " + rate(lowest) + " (nothing is known below it" + forks;
    }
    return "nothing is known of " + objective + " (" + forks() + starved() + ")";
  }

  /** How many forks do not count, if some. */
  private String starved() {
    long starved = seen.stream().filter(one -> one.outcome() == Outcome.STARVED).count();
    return starved == 0 ? "" : ", of which %d lacked CPU and do not count".formatted(starved);
  }

  /**
   * Rates where forks disagree.
   *
   * @param held the number of forks between them that hold
   * @param broke the number that break
   */
  private record Disagreement(double lowest, double highest, long held, long broke) {}

  /**
   * Where forks hold at a rate far above rates that several others break: such a system has more
   * than one speed. Null if none.
   */
  private @Nullable Disagreement disagreement() {
    double[] holds = sorted(Outcome.HOLDS);
    double[] breaks = sorted(Outcome.BREAKS);
    if (holds.length < CONTRARY || breaks.length < CONTRARY) {
      return null;
    }
    // without the most extreme one of each, which may be a disturbance
    double highest = holds[holds.length - CONTRARY];
    double lowest = breaks[CONTRARY - 1];
    if (highest < APART * lowest) {
      return null;
    }
    return new Disagreement(
        lowest, highest, within(holds, lowest, highest), within(breaks, lowest, highest));
  }

  private static long within(double[] rates, double lowest, double highest) {
    return Arrays.stream(rates).filter(rate -> rate >= lowest && rate <= highest).count();
  }

  private String differing() {
    return differ == null
        ? ""
        : ". Its forks differ: between %s and %s it holds in %d of %d"
            .formatted(
                rate(differ.lowest), rate(differ.highest), differ.held, differ.held + differ.broke);
  }

  private double[] sorted(Outcome outcome) {
    return seen.stream()
        .filter(one -> one.outcome() == outcome)
        .mapToDouble(RateObservation::ratePerS)
        .sorted()
        .toArray();
  }

  private String forks() {
    return seen.size() == 1 ? "1 fork" : seen.size() + " forks";
  }

  /** A duration with enough episodes at the observed frequency. */
  private String longer() {
    long episodes = why instanceof RunReason.TooFewBeyond few ? few.seen() : 1;
    long times = Math.max(2, Math.ceilDiv(2L * Episodes.NEEDED, Math.max(1, episodes)));
    return TimeSpan.format(Math.multiplyExact(times, durationNs));
  }

  /** The current range of the border, for a progress line; empty at first. */
  public static String bracket(List<RateObservation> seen) {
    Double held = highestHeld(seen, null);
    double broke =
        seen.stream()
            .mapToDouble(RateObservation::ratePerS)
            .filter(rate -> surplus(seen, rate) < 0)
            .filter(rate -> held == null || rate > held)
            .min()
            .orElse(0);
    if (held == null) {
      return broke == 0 ? "" : "below " + rate(broke);
    }
    return broke == 0 ? "above " + rate(held) : rate(held) + " to " + rate(broke);
  }

  private static double rounded(double ratePerS, RoundingMode mode) {
    return BigDecimal.valueOf(ratePerS).round(new MathContext(DIGITS, mode)).doubleValue();
  }

  /** A rate of a search: {@code 1.25k/s}. */
  public static String rate(@Nullable Double ratePerS) {
    if (ratePerS == null) {
      return "-";
    }
    double divisor = ratePerS >= MEGA ? MEGA : ratePerS >= KILO ? KILO : 1;
    return BigDecimal.valueOf(ratePerS / divisor)
            .round(new MathContext(DIGITS))
            .stripTrailingZeros()
            .toPlainString()
        + (divisor == MEGA ? "M/s" : divisor == KILO ? "k/s" : "/s");
  }
}
