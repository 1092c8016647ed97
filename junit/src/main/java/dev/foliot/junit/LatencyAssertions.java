package dev.foliot.junit;

import dev.foliot.bench.BenchConfig;
import dev.foliot.bench.BenchRunner;
import dev.foliot.bench.BenchTask;
import dev.foliot.bench.Defects;
import dev.foliot.bench.Measurement;
import dev.foliot.text.Reason;
import dev.foliot.text.Reasons;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Asserts response-time percentiles of a task, in a test of any framework. A failure is an {@link
 * AssertionError}.
 *
 * <pre>{@code
 * LatencyAssertions.measure(
 *         new MyTask(), BenchConfig.DEFAULT.with(Map.of("rate", "20k/s", "duration", "3s")))
 *     .assertValid()
 *     .assertBelow(99.9, Duration.ofMillis(2));
 * }</pre>
 *
 * <p>A percentile of one run is an estimate with a 95 % interval. {@link #assertBelow} fails only
 * if the whole interval is at or above the limit. Noise alone rarely fails a build then, but a task
 * slower than the limit may pass. {@link #assertBelowSurely} fails unless the whole interval is
 * below the limit. The interval covers the noise within this one JVM. It does not cover differences
 * between JVMs (JIT decisions, heap layout) or a machine that is busy all the time. Use {@code
 * foliot bench} with its forks for those.
 *
 * <p>The response time counts from the moment a message is due, as everywhere in Foliot.
 *
 * <p>Immutable and thread-safe, but measure one task at a time.
 */
public final class LatencyAssertions {
  private static final double LATENESS_PERCENTILE = 99;

  private final Measurement measurement;

  private LatencyAssertions(Measurement measurement) {
    this.measurement = measurement;
  }

  /**
   * Measures a task in this JVM, from its set-up to its tear-down.
   *
   * @param config the whole configuration applies; {@link
   *     BenchConfig#with(dev.foliot.bench.BenchDefaults)} adds the defaults that the task's class
   *     declares
   * @throws dev.foliot.bench.BenchFailedException if nothing could be measured
   * @throws dev.foliot.bench.BadOptionException if this JVM does not support the configuration
   */
  public static LatencyAssertions measure(BenchTask task, BenchConfig config) {
    return of(BenchRunner.run(task, config));
  }

  /** Asserts on an existing measurement. */
  public static LatencyAssertions of(Measurement measurement) {
    return new LatencyAssertions(measurement);
  }

  /** Returns the measurement. */
  public Measurement measurement() {
    return measurement;
  }

  /**
   * Fails if the numbers are not valid for the task. Reasons are: the load ended early, messages
   * were lost or had no time to start, {@code done} was called twice or for an unknown message, or
   * the harness was late (lateness p99 above 50 us and above a tenth of the response time).
   *
   * @return this
   * @throws AssertionError with all reasons
   */
  public LatencyAssertions assertValid() {
    List<Reason> reasons = new ArrayList<>(Defects.ofMessages(measurement));
    Defects.ofLateness(measurement, LATENESS_PERCENTILE).ifPresent(reasons::add);
    refuse(reasons);
    return this;
  }

  /**
   * Fails if the whole interval of the percentile is at or above the limit. It also fails if
   * messages are missing, or fewer than ten episodes lie beyond the percentile.
   *
   * @param percentile above 0 and below 100
   * @param limit above zero
   * @return this
   * @throws AssertionError with the percentile, its interval, the messages and the episodes
   * @throws IllegalArgumentException if an argument is out of range
   */
  public LatencyAssertions assertBelow(double percentile, Duration limit) {
    Limit below = new Limit(limit);
    ResponsePercentile response = judged(percentile);
    if (!below.isAbove(response.range().low())) {
      throw new AssertionError(
          response.describe() + ": the whole interval is at or above " + below + lateness());
    }
    return this;
  }

  /**
   * Fails unless the whole interval of the percentile is below the limit. It also fails if messages
   * are missing, or fewer than ten episodes lie beyond the percentile. Use it for limits well above
   * the expected value; near it, noise sometimes fails a build.
   *
   * @param percentile above 0 and below 100
   * @param limit above zero
   * @return this
   * @throws AssertionError with the percentile, its interval, the messages and the episodes
   * @throws IllegalArgumentException if an argument is out of range
   */
  public LatencyAssertions assertBelowSurely(double percentile, Duration limit) {
    Limit below = new Limit(limit);
    ResponsePercentile response = judged(percentile);
    if (!below.isAbove(response.range().high())) {
      throw new AssertionError(
          response.describe() + ": not all of the interval is below " + below + lateness());
    }
    return this;
  }

  private ResponsePercentile judged(double percentile) {
    if (!(percentile > 0 && percentile < 100)) {
      throw new IllegalArgumentException(
          "a percentile is above 0 and below 100, not " + percentile);
    }
    refuse(Defects.ofMessages(measurement));
    return ResponsePercentile.of(measurement, percentile);
  }

  /** Refuses a percentile of a load with missing messages. */
  private static void refuse(List<Reason> reasons) {
    if (!reasons.isEmpty()) {
      throw new AssertionError(
          "the measurement is INVALID: " + String.join("; ", Reasons.texts(reasons)));
    }
  }

  /** Describes the lateness, which the reader should know before blaming the task. */
  private String lateness() {
    return Defects.ofLateness(measurement, LATENESS_PERCENTILE)
        .map(reason -> " (" + reason.text() + ")")
        .orElse("");
  }
}
