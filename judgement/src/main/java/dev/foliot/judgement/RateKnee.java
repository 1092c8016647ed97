package dev.foliot.judgement;

import dev.foliot.stats.Knee;
import dev.foliot.store.ForkRecord;
import dev.foliot.store.Spread;
import dev.foliot.text.LoadReason;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The knee of latency as the rate rises, and the percentile it was judged by.
 *
 * @param percentile {@code p99}, or the highest lower one known at every rate below saturation
 * @param ratesBefore number of rates before the knee; see {@link Knee}
 */
public record RateKnee(String percentile, int ratesBefore) {
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
      return saturated > 0 && 2 * saturated >= forks;
    }

    private @Nullable Long median(String percentile) {
      Spread spread = response.get(percentile);
      return spread == null ? null : spread.median();
    }
  }

  /** Whether a fork's load exceeded the system's capacity. */
  public static boolean isSaturated(ForkRecord fork) {
    return fork.validity().has(LoadReason.Saturated.class);
  }

  /**
   * Finds the knee of one arm.
   *
   * @param rates the rates, lowest first
   */
  public static RateKnee of(List<Rate> rates) {
    boolean[] saturated = new boolean[rates.size()];
    for (int i = 0; i < saturated.length; i++) {
      saturated[i] = rates.get(i).isSaturated();
    }
    String percentile =
        PERCENTILES.stream()
            .filter(name -> rates.stream().allMatch(r -> r.isSaturated() || r.median(name) != null))
            .findFirst()
            .orElse("p50");
    double[] latencies = new double[rates.size()];
    for (int i = 0; i < latencies.length; i++) {
      Long median = rates.get(i).median(percentile);
      latencies[i] = median == null ? Double.NaN : median;
    }
    return new RateKnee(percentile, Knee.ratesBefore(latencies, saturated));
  }
}
