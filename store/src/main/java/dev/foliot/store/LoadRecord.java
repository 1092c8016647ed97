package dev.foliot.store;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Objects;

/**
 * The load that was asked for.
 *
 * @param ratePerS messages a second
 * @param rate the same as it was written, {@code 40k/s}
 * @param arrivals how messages arrive: {@code constant}, {@code poisson} …
 * @param seed of all chance in it
 * @param warmupNs how long the warm-up lasts
 * @param durationNs how long the measured load lasts
 * @param dispatch which thread does the work: {@code inline}, {@code threads:N}, {@code virtual} …
 * @param producers how many threads share the schedule
 * @param waitMode how they wait, {@code wait} in JSON: {@code auto}, {@code spin} or {@code park}
 * @param timeoutNs how long a message may take before the fork is given up
 */
public record LoadRecord(
    double ratePerS,
    String rate,
    String arrivals,
    long seed,
    long warmupNs,
    long durationNs,
    String dispatch,
    int producers,
    @JsonProperty("wait") String waitMode,
    long timeoutNs) {
  /** Checks that nothing is missing. */
  public LoadRecord {
    Copies.finite(ratePerS, "rate_per_s");
    Objects.requireNonNull(rate, "rate");
    Objects.requireNonNull(arrivals, "arrivals");
    Objects.requireNonNull(dispatch, "dispatch");
    Objects.requireNonNull(waitMode, "wait");
  }
}
