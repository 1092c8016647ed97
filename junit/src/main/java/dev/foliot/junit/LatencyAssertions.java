package dev.foliot.junit;

import dev.foliot.bench.BenchConfig;
import dev.foliot.bench.BenchRunner;
import dev.foliot.bench.BenchTask;
import dev.foliot.bench.Defects;
import dev.foliot.bench.Jitter;
import dev.foliot.bench.Measurement;
import dev.foliot.text.LoadReason;
import dev.foliot.text.Numbers;
import dev.foliot.text.Reason;
import dev.foliot.text.Reasons;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

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

  private static final long LONG_STALL_NS = 1_000_000;

  private final Measurement measurement;
  private final @Nullable Function<String, ? extends RuntimeException> skipped;

  private LatencyAssertions(
      Measurement measurement, @Nullable Function<String, ? extends RuntimeException> skipped) {
    this.measurement = measurement;
    this.skipped = skipped;
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
    return measure(task, config, Map.of());
  }

  /**
   * The same, with values for the task's fields with {@link dev.foliot.bench.BenchParam}.
   *
   * @param params by the name of the field; others take their only default
   */
  public static LatencyAssertions measure(
      BenchTask task, BenchConfig config, Map<String, String> params) {
    return of(BenchRunner.run(task, config, params));
  }

  /** Asserts on an existing measurement. */
  public static LatencyAssertions of(Measurement measurement) {
    return new LatencyAssertions(measurement, null);
  }

  /** Returns the measurement. */
  public Measurement measurement() {
    return measurement;
  }

  /**
   * Skips the test instead of failing it where a busy machine leaves nothing to judge: fewer than
   * ten episodes beyond a percentile, or a load generator that was late. With JUnit: {@code
   * .orSkip(TestAbortedException::new)}.
   *
   * @param exception makes what the test framework takes for an assumption that does not hold, from
   *     the reason
   * @return the same measurement; assertions that were made before are not affected
   */
  public LatencyAssertions orSkip(Function<String, ? extends RuntimeException> exception) {
    return new LatencyAssertions(measurement, Objects.requireNonNull(exception, "exception"));
  }

  /**
   * Fails where the numbers say nothing of the task: the load ended early, messages were lost or
   * had no time to start, {@code done} was called twice or for an unknown message, or the harness
   * itself was late (lateness p99 above 50 us and a tenth of the response time).
   *
   * @return this
   * @throws AssertionError with all reasons
   */
  public LatencyAssertions assertValid() {
    refuse(Defects.ofMessages(measurement));
    Optional<LoadReason.LoadGeneratorLate> late =
        Defects.ofLateness(measurement, LATENESS_PERCENTILE);
    if (late.isPresent()) {
      throw unjudged("the measurement is INVALID: " + late.get().text() + stalls());
    }
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
    return ResponsePercentile.of(measurement, percentile)
        .orElseThrow(() ->
            unjudged(ResponsePercentile.unjudged(measurement, percentile) + lateness() + stalls()));
  }

  /** Refuses a percentile of a load with missing messages. */
  private static void refuse(List<Reason> reasons) {
    if (!reasons.isEmpty()) {
      throw new AssertionError(
          "the measurement is INVALID: " + String.join("; ", Reasons.texts(reasons)));
    }
  }

  /** Skips the test where that was asked for; the caller throws what fails it. */
  private AssertionError unjudged(String why) {
    if (skipped != null) {
      throw skipped.apply(why);
    }
    return new AssertionError(why);
  }

  /** How the machine, or a collection, held the whole JVM up; empty where it did not. */
  private String stalls() {
    long[] stallsNs =
        measurement.jitter().stalls().stream()
            .mapToLong(Jitter.Stall::lengthNs)
            .filter(ns -> ns >= LONG_STALL_NS)
            .toArray();
    return stallsNs.length == 0
        ? ""
        : "; the JVM stood still "
            + Numbers.count(stallsNs.length, "time")
            + ", for up to "
            + Numbers.duration(Arrays.stream(stallsNs).max().orElse(0))
            + ": the machine was busy, or it collected garbage";
  }

  /** What a reader should know before blaming the task. */
  private String lateness() {
    return Defects.ofLateness(measurement, LATENESS_PERCENTILE)
        .map(reason -> " (" + reason.text() + ")")
        .orElse("");
  }
}
