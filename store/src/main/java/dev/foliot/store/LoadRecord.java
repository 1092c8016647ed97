package dev.foliot.store;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.foliot.text.Numbers;
import java.util.Objects;

/**
 * The requested load.
 *
 * @param ratePerS messages a second; 0 in a closed loop
 * @param rate the same as written, {@code 40k/s}; {@code max} in a closed loop
 * @param arrivals the kind of arrivals, for example {@code constant} or {@code poisson}
 * @param seed seed of all random choices
 * @param warmupNs length of the warm-up
 * @param durationNs length of the measured load
 * @param dispatch the threads that do the work, such as {@code inline}, {@code threads:N} or {@code
 *     virtual}
 * @param producers number of threads that share the schedule
 * @param waitMode the way they wait, {@code wait} in JSON: {@code auto}, {@code spin} or {@code
 *     park}
 * @param timeoutNs time limit for a message before the fork is given up
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

  /** Whether a message started when an earlier one had ended, not at a time of its own. */
  @JsonIgnore
  public boolean isClosed() {
    return rate.equals("max");
  }

  /** The rate for people: {@code 40,000/s}, or {@code full speed} in a closed loop. */
  public String rateText() {
    return isClosed() ? "full speed" : Numbers.rate(ratePerS);
  }
}
