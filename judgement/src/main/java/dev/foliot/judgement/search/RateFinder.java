package dev.foliot.judgement.search;

import dev.foliot.judgement.search.RateObservation.Outcome;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/**
 * Searches for the highest rate that meets an objective, fork by fork.
 *
 * <p>It doubles or halves the rate until one fork has met the objective and one has missed it. Then
 * it chooses rates with the least expected doubt about the border ({@link RateBorder}). A pure
 * function of the outcomes. A fork without an answer is repeated at the same rate. A rate with a
 * late harness twice counts as the limit of the harness, not of the system.
 *
 * @param startPerS the first rate
 * @param leastPerS the lowest rate for the objective, with few digits
 * @param mostPerS the highest allowed rate, with few digits
 * @param mostForks the maximum number of forks
 */
public record RateFinder(double startPerS, double leastPerS, double mostPerS, int mostForks) {
  /** A sufficient ratio of the interval's ends. */
  private static final double NEAR = 1.1;

  /** Tried rates are this part of an octave apart: 4.4 %. */
  private static final int PARTS = 16;

  private static final double TAIL = 0.025;
  private static final double[] PLACES = {TAIL, 0.1, 0.25, 0.5, 0.75, 0.9, 1 - TAIL};
  private static final int HARNESS_TRIES = 2;
  private static final int TRIES = 3;
  private static final MathContext DIGITS = new MathContext(3);

  /** The next step. */
  public sealed interface Decision {}

  /** Runs a fork at this rate. */
  public record Probe(double ratePerS) implements Decision {}

  /** Stops. */
  public record Done(End end) implements Decision {}

  /** Why the search stopped. */
  public enum End {
    /** The interval is narrow enough. */
    FOUND,
    /** It holds at the highest allowed rate. */
    HOLDS_AT_MOST,
    /** It holds at the highest rate with a punctual harness. */
    HOLDS_UP_TO_HARNESS,
    /** It breaks at the lowest usable rate. */
    BREAKS_AT_LEAST,
    /** Forks at a rate repeatedly have too few episodes. */
    INSUFFICIENT,
    /** Forks at a rate are repeatedly INVALID. */
    FAILED,
    /** The load generator of forks at a rate repeatedly lacks CPU. */
    STARVED,
    /** The harness is late at every tried rate. */
    HARNESS_LATE,
    /** All forks are used. */
    OUT_OF_FORKS
  }

  /** The next step after these forks. */
  public Decision next(List<RateObservation> seen) {
    RateBorder border =
        seen.stream().anyMatch(RateObservation::isJudged) ? RateBorder.of(seen) : null;
    End end = stuck(seen);
    if (end == null && border != null) {
      end = end(seen, border);
    }
    if (end != null) {
      return new Done(end);
    }
    return seen.size() >= mostForks ? new Done(End.OUT_OF_FORKS) : new Probe(rate(seen, border));
  }

  /** Why one rate gives no answer in repeated forks, if so. */
  private @Nullable End stuck(List<RateObservation> seen) {
    if (!seen.isEmpty() && !seen.getLast().isJudged()) {
      RateObservation last = seen.getLast();
      if (none(seen, last.ratePerS()) && count(seen, last) >= tries(last.outcome())) {
        switch (last.outcome()) {
          case FAILED -> {
            return End.FAILED;
          }
          case STARVED -> {
            return End.STARVED;
          }
          case INSUFFICIENT -> {
            return End.INSUFFICIENT;
          }
          case HARNESS_LATE -> {
            if (last.ratePerS() / 2 < leastPerS
                && seen.stream().noneMatch(RateObservation::isJudged)) {
              return End.HARNESS_LATE;
            }
          }
          case HOLDS, BREAKS -> {}
        }
      }
    }
    return null;
  }

  private @Nullable End end(List<RateObservation> seen, RateBorder border) {
    double harness = harnessPerS(seen);
    double top = highest(seen, Outcome.HOLDS);
    if (border.above(mostPerS) >= 1 - TAIL) {
      return End.HOLDS_AT_MOST;
    }
    if (top * NEAR >= harness && border.above(top) >= 1 - TAIL) {
      return End.HOLDS_UP_TO_HARNESS;
    }
    if (border.above(leastPerS) <= TAIL) {
      return End.BREAKS_AT_LEAST;
    }
    boolean near = border.quantile(1 - TAIL) <= NEAR * border.quantile(TAIL);
    return near && both(seen) ? End.FOUND : null;
  }

  /** The rate of the next fork. */
  private double rate(List<RateObservation> seen, @Nullable RateBorder border) {
    if (seen.isEmpty()) {
      return startPerS;
    }
    double harness = harnessPerS(seen);
    RateObservation last = seen.getLast();
    if (!last.isJudged() && last.ratePerS() < harness && none(seen, last.ratePerS())) {
      return last.ratePerS();
    }
    double top = highest(seen, Outcome.HOLDS);
    double bottom = lowest(seen, Outcome.BREAKS);
    if (border == null) {
      return within(harness / 2, seen);
    }
    if (bottom == Double.POSITIVE_INFINITY) {
      return within(2 * top < harness ? 2 * top : Math.sqrt(top * harness), seen);
    }
    if (top == 0) {
      return within(bottom / 2, seen);
    }
    double best = Double.NaN;
    double least = Double.POSITIVE_INFINITY;
    for (double place : PLACES) {
      double candidate = within(border.quantile(place), seen);
      double doubt = border.expectedDoubt(candidate);
      if (doubt < least) {
        least = doubt;
        best = candidate;
      }
    }
    return best;
  }

  /** The nearest allowed rate of a coarse grid, which makes forks repeat rates. */
  private double within(double ratePerS, List<RateObservation> seen) {
    double highest =
        Math.min(
            mostPerS,
            2 * seen.stream().mapToDouble(RateObservation::ratePerS).max().orElse(ratePerS));
    double harness = harnessPerS(seen);
    if (highest >= harness) {
      highest = rounded(harness / Math.pow(2, 1.0 / PARTS));
    }
    double part = Math.rint(Math.log(ratePerS / startPerS) / Math.log(2) * PARTS);
    double snapped = part == 0 ? startPerS : rounded(startPerS * Math.pow(2, part / PARTS));
    return Math.max(leastPerS, Math.min(highest, snapped));
  }

  /** With three significant digits, for people. */
  public static double rounded(double ratePerS) {
    return BigDecimal.valueOf(ratePerS).round(DIGITS).doubleValue();
  }

  /** The lowest rate that the harness cannot sustain; infinite if unknown. */
  static double harnessPerS(List<RateObservation> seen) {
    return rates(
            seen,
            one ->
                one.outcome() == Outcome.HARNESS_LATE
                    && none(seen, one.ratePerS())
                    && count(seen, one) >= HARNESS_TRIES)
        .min()
        .orElse(Double.POSITIVE_INFINITY);
  }

  private static boolean both(List<RateObservation> seen) {
    return highest(seen, Outcome.HOLDS) > 0
        && lowest(seen, Outcome.BREAKS) < Double.POSITIVE_INFINITY;
  }

  private static double highest(List<RateObservation> seen, Outcome outcome) {
    return rates(seen, one -> one.outcome() == outcome).max().orElse(0);
  }

  private static double lowest(List<RateObservation> seen, Outcome outcome) {
    return rates(seen, one -> one.outcome() == outcome).min().orElse(Double.POSITIVE_INFINITY);
  }

  private static DoubleStream rates(List<RateObservation> seen, Predicate<RateObservation> which) {
    return seen.stream().filter(which).mapToDouble(RateObservation::ratePerS);
  }

  /** Whether no fork at this rate gave an answer. */
  private static boolean none(List<RateObservation> seen, double ratePerS) {
    return seen.stream().noneMatch(one -> one.ratePerS() == ratePerS && one.isJudged());
  }

  private static long count(List<RateObservation> seen, RateObservation like) {
    return seen.stream().filter(like::equals).count();
  }

  private static int tries(Outcome outcome) {
    return outcome == Outcome.HARNESS_LATE ? HARNESS_TRIES : TRIES;
  }
}
