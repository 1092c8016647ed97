package dev.foliot.judgement.search;

import dev.foliot.bench.BadOptionException;
import dev.foliot.bench.BenchConfig;
import dev.foliot.bench.Rate;
import dev.foliot.bench.TimeSpan;
import dev.foliot.stats.Episodes;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/**
 * The goal of a search for a rate.
 *
 * @param objective the objective
 * @param most the highest allowed rate, or null for the maximum
 * @param mostForks the maximum number of forks, 4 to 1000
 */
public record RateGoal(LatencyObjective objective, @Nullable Rate most, int mostForks) {
  /** The default number of forks of a search. */
  public static final int USUAL_FORKS = 24;

  private static final int LEAST_FORKS = 4;
  private static final int MOST_FORKS = 1000;
  private static final double HIGHEST_PER_S = 10_000_000;
  private static final double LOWEST_PER_S = 1.0 / 3600;
  private static final double SECOND_NS = 1e9;
  private static final int FEW = 5;

  /** The digits to which a percentage such as 99.9 is exact. */
  private static final int EXACT = 9;

  /** Checks the range. */
  public RateGoal {
    if (mostForks < LEAST_FORKS || mostForks > MOST_FORKS) {
      throw new BadOptionException(
          "--max-forks must be " + LEAST_FORKS + " to " + MOST_FORKS + ", not " + mostForks);
    }
  }

  /** Refuses a load that cannot start the search. */
  public void mustSuit(BenchConfig load) {
    if (most != null && most.perSecond() < load.rate().perSecond()) {
      throw new BadOptionException(
          "--max-rate "
              + most
              + " is below "
              + load.rate()
              + ", where the search begins: give a lower --rate");
    }
    if (load.rate().perSecond() < leastPerS(load)) {
      double seconds =
          Math.ceil(Episodes.NEEDED / objective.beyondShare() / load.rate().perSecond());
      throw new BadOptionException(
          objective.shownPercentile()
              + " needs "
              + Episodes.NEEDED
              + " messages beyond it, which "
              + load.rate()
              + " gives in "
              + TimeSpan.format((long) (seconds * SECOND_NS))
              + ": give a --duration of that at least, or a higher --rate");
    }
  }

  /** The lowest rate per second with enough messages for the objective during a load. */
  public double leastPerS(BenchConfig load) {
    double needed = Episodes.NEEDED / objective.beyondShare() / (load.durationNs() / SECOND_NS);
    double exact = fewDigits(needed, EXACT, RoundingMode.HALF_EVEN);
    return fewDigits(Math.max(LOWEST_PER_S, exact), FEW, RoundingMode.UP);
  }

  /** A rate that survives writing and reading. */
  private static double fewDigits(double ratePerS, int digits, RoundingMode mode) {
    return BigDecimal.valueOf(ratePerS).round(new MathContext(digits, mode)).doubleValue();
  }

  /** The search. */
  public RateFinder finder(BenchConfig load) {
    return new RateFinder(
        load.rate().perSecond(),
        leastPerS(load),
        most == null ? HIGHEST_PER_S : fewDigits(most.perSecond(), FEW, RoundingMode.DOWN),
        mostForks);
  }
}
