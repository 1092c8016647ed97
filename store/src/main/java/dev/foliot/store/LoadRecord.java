package dev.foliot.store;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.foliot.text.Numbers;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The requested load.
 *
 * @param schedule when its messages start
 * @param warmupNs length of the warm-up
 * @param durationNs length of the measured load
 * @param work who does the work
 * @param headline {@link #SERVICE} where the task wants its messages counted from their actual
 *     start; null for the response time
 * @param clients the number of clients of a closed loop of a load test; null for any other load
 */
public record LoadRecord(
    @JsonUnwrapped Schedule schedule,
    long warmupNs,
    long durationNs,
    @JsonUnwrapped Work work,
    @Nullable String headline,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Integer clients) {
  /** The service time as the headline. */
  public static final String SERVICE = "service";

  /**
   * When its messages start.
   *
   * @param ratePerS messages a second; 0 in a closed loop
   * @param rate the same as written, {@code 40k/s}; {@code max} in a closed loop
   * @param arrivals the kind of arrivals, for example {@code constant} or {@code poisson}
   * @param seed seed of all random choices
   */
  public record Schedule(double ratePerS, String rate, String arrivals, long seed) {
    /** Checks that nothing is missing. */
    public Schedule {
      Copies.finite(ratePerS, "rate_per_s");
      Objects.requireNonNull(rate, "rate");
      Objects.requireNonNull(arrivals, "arrivals");
    }
  }

  /**
   * Who does the work.
   *
   * @param dispatch the threads that do the work, such as {@code inline}, {@code threads:N} or
   *     {@code virtual}
   * @param producers number of threads that share the schedule
   * @param waitMode the way they wait, {@code wait} in JSON: {@code auto}, {@code spin} or {@code
   *     park}
   * @param timeoutNs time limit for a message before the fork is given up
   */
  public record Work(
      String dispatch, int producers, @JsonProperty("wait") String waitMode, long timeoutNs) {
    /** Checks that nothing is missing. */
    public Work {
      Objects.requireNonNull(dispatch, "dispatch");
      Objects.requireNonNull(waitMode, "wait");
    }
  }

  /** Checks that nothing is missing. */
  public LoadRecord {
    Objects.requireNonNull(schedule, "schedule");
    Objects.requireNonNull(work, "work");
  }

  /** Messages a second; 0 in a closed loop. */
  public double ratePerS() {
    return schedule.ratePerS();
  }

  /** The rate as written; {@code max} in a closed loop. */
  public String rate() {
    return schedule.rate();
  }

  /** The kind of arrivals. */
  public String arrivals() {
    return schedule.arrivals();
  }

  /** The seed of all random choices. */
  public long seed() {
    return schedule.seed();
  }

  /** The threads that do the work. */
  public String dispatch() {
    return work.dispatch();
  }

  /** The number of threads that share the schedule. */
  public int producers() {
    return work.producers();
  }

  /** The way they wait. */
  public String waitMode() {
    return work.waitMode();
  }

  /** The time limit for a message. */
  public long timeoutNs() {
    return work.timeoutNs();
  }

  /** Whether the service time is the headline. */
  @JsonIgnore
  public boolean isOfService() {
    return SERVICE.equals(headline);
  }

  /** Whether a message started when an earlier one had ended, not at a time of its own. */
  @JsonIgnore
  public boolean isClosed() {
    return rate().equals("max");
  }

  /**
   * The rate for people: {@code 40,000/s}; in a closed loop {@code 50 clients}, or {@code full
   * speed} where their number is not known.
   */
  public String rateText() {
    if (clients != null) {
      return Numbers.count(clients, "client");
    }
    return isClosed() ? "full speed" : Numbers.rate(ratePerS());
  }
}
