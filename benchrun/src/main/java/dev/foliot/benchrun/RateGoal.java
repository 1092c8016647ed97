package dev.foliot.benchrun;

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
 * What a search for a rate is after.
 *
 * @param objective what must hold
 * @param most the highest rate to try, or null for the highest there is
 * @param mostForks how many forks it may take, 4 to 1000
 */
public record RateGoal(LatencyObjective objective, @Nullable Rate most, int mostForks) {
  /** Forks of a search unless other numbers are asked for. */
  public static final int USUAL_FORKS = 24;

  private static final int LEAST_FORKS = 4;
  private static final int MOST_FORKS = 1000;
  private static final double HIGHEST_PER_S = 10_000_000;
  private static final double LOWEST_PER_S = 1.0 / 3600;
  private static final double SECOND_NS = 1e9;
  private static final int FEW = 5;

  /** As far as a percentage such as 99.9 is exact. */
  private static final int EXACT = 9;

  /** Checks the range. */
  public RateGoal {
    if (mostForks < LEAST_FORKS || mostForks > MOST_FORKS) {
      throw new BadOptionException(
          "--max-forks must be " + LEAST_FORKS + " to " + MOST_FORKS + ", not " + mostForks);
    }
  }

  /** Refuses a load with which the search could not begin. */
  void mustSuit(BenchConfig load) {
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

  /** The lowest rate at which the objective can be judged in the time of a load, per second. */
  double leastPerS(BenchConfig load) {
    double needed = Episodes.NEEDED / objective.beyondShare() / (load.durationNs() / SECOND_NS);
    double exact = fewDigits(needed, EXACT, RoundingMode.HALF_EVEN);
    return fewDigits(Math.max(LOWEST_PER_S, exact), FEW, RoundingMode.UP);
  }

  /** A rate that can be written down, and read back. */
  private static double fewDigits(double ratePerS, int digits, RoundingMode mode) {
    return BigDecimal.valueOf(ratePerS).round(new MathContext(digits, mode)).doubleValue();
  }

  /** The search itself. */
  RateFinder finder(BenchConfig load) {
    return new RateFinder(
        load.rate().perSecond(),
        leastPerS(load),
        most == null ? HIGHEST_PER_S : fewDigits(most.perSecond(), FEW, RoundingMode.DOWN),
        mostForks);
  }
}
