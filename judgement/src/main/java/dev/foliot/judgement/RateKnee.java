package dev.foliot.judgement;

import dev.foliot.stats.Knee;
import dev.foliot.store.ForkRecord;
import dev.foliot.store.LoadRecord;
import dev.foliot.store.Spread;
import dev.foliot.text.LoadReason;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The knee of latency as the rate rises, and the percentile it was judged by.
 *
 * @param percentile {@code p99}, or the highest lower one known at every rate below saturation
 * @param knee the rates before it, and why they end
 */
public record RateKnee(String percentile, Knee knee) {
  /** The percentiles to judge by, in order of preference. */
  public static final List<String> PERCENTILES = List.of("p99", "p90", "p50");

  /**
   * One rate of one arm.
   *
   * @param forks number of forks
   * @param saturated number of SATURATED forks
   * @param response response times by percentile, over the forks
   */
  public record Rate(int forks, int saturated, Map<String, Spread> response) {
    /** Keeps a copy. */
    public Rate {
      response = Map.copyOf(response);
    }

    /** Summarises the forks at this rate. */
    public static Rate of(List<ForkRecord> forks, Map<String, Spread> response) {
      return new Rate(
          forks.size(), (int) forks.stream().filter(RateKnee::isSaturated).count(), response);
    }

    /** Whether at least half of the forks were SATURATED. */
    public boolean isSaturated() {
      return areSaturated(saturated, forks);
    }

    private boolean isSilent() {
      return isSaturated() || response.isEmpty();
    }

    private @Nullable Long median(String percentile) {
      Spread spread = response.get(percentile);
      return spread == null ? null : spread.median();
    }

    /** With the interval over the forks, or their extremes where there are few. */
    private Knee.Point point(String percentile) {
      Spread spread = response.get(percentile);
      if (spread == null || spread.median() == null) {
        return new Knee.Point(Double.NaN, Double.NaN, Double.NaN, isSaturated());
      }
      return new Knee.Point(
          spread.median(),
          first(spread.low(), spread.min(), spread.median()),
          first(spread.high(), spread.max(), spread.median()),
          isSaturated());
    }

    private static double first(@Nullable Long interval, @Nullable Long extreme, long median) {
      return interval != null ? interval : extreme != null ? extreme : median;
    }
  }

  /** Whether a fork's load exceeded the system's capacity. */
  public static boolean isSaturated(ForkRecord fork) {
    return fork.validity().has(LoadReason.Saturated.class);
  }

  /** Whether a load is taken as too high: at least half of its forks were SATURATED. */
  public static boolean areSaturated(int saturated, int forks) {
    return saturated > 0 && 2 * saturated >= forks;
  }

  /** The same of all forks of one load. A closed loop asks for no rate that could be too high. */
  public static boolean areSaturated(LoadRecord load, List<ForkRecord> forks) {
    return !load.isClosed()
        && areSaturated((int) forks.stream().filter(RateKnee::isSaturated).count(), forks.size());
  }

  /**
   * Finds the knee of one arm.
   *
   * @param rates the rates, lowest first
   */
  public static RateKnee of(List<Rate> rates) {
    String percentile =
        PERCENTILES.stream()
            .filter(name ->
                rates.stream().allMatch(rate -> rate.isSilent() || rate.median(name) != null))
            .findFirst()
            .orElse("p50");
    return new RateKnee(
        percentile, Knee.of(rates.stream().map(rate -> rate.point(percentile)).toList()));
  }
}
