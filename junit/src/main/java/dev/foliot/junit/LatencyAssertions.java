package dev.foliot.junit;

import dev.foliot.bench.BenchConfig;
import dev.foliot.bench.BenchRunner;
import dev.foliot.bench.BenchTask;
import dev.foliot.bench.Defects;
import dev.foliot.bench.Jitter;
import dev.foliot.bench.Measurement;
import dev.foliot.text.Numbers;
import dev.foliot.text.Reason;
import dev.foliot.text.Reasons;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Asserts percentiles of the response time of a task, in a test of any framework: what does not
 * hold is an {@link AssertionError}.
 *
 * <pre>{@code
 * LatencyAssertions.measure(
 *         new MyTask(), BenchConfig.DEFAULT.with(Map.of("rate", "20k/s", "duration", "3s")))
 *     .assertValid()
 *     .assertBelow(99.9, Duration.ofMillis(2));
 * }</pre>
 *
 * <p>A percentile of one run is a guess with an interval of 95 %. {@link #assertBelow} fails only
 * where the whole interval is at or above the limit, so that noise alone seldom fails a build; what
 * it lets pass may be slower than the limit. {@link #assertBelowSurely} fails unless the whole
 * interval is below. The interval covers the noise within this one JVM. It does not cover what
 * differs from JVM to JVM (the JIT's decisions, the layout of the heap), nor a machine that is busy
 * with something else all the while; for those there are {@code foliot bench} and its forks.
 *
 * <p>The response time counts from the moment when a message was due, as everywhere in Foliot.
 *
 * <p>Immutable, and safe for use by any number of threads; but measure one task at a time.
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
   * @param config all of it counts; defaults that the task's class asks for are put in by {@link
   *     BenchConfig#with(dev.foliot.bench.BenchDefaults)}
   * @throws dev.foliot.bench.BenchFailedException if nothing could be measured
   * @throws dev.foliot.bench.BadOptionException if the configuration cannot be used in this JVM
   */
  public static LatencyAssertions measure(BenchTask task, BenchConfig config) {
    return of(BenchRunner.run(task, config));
  }

  /** Of what has been measured. */
  public static LatencyAssertions of(Measurement measurement) {
    return new LatencyAssertions(measurement, null);
  }

  /** What was measured. */
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
   * @throws AssertionError with every reason
   */
  public LatencyAssertions assertValid() {
    refuse(Defects.ofMessages(measurement));
    Optional<Reason> late = Defects.ofLateness(measurement, LATENESS_PERCENTILE);
    if (late.isPresent()) {
      throw unjudged("the measurement is INVALID: " + late.get().text() + stalls());
    }
    return this;
  }

  /**
   * Fails where even the lower end of the percentile's interval is not below the limit; also where
   * messages are missing, and where fewer than ten episodes lie beyond the percentile.
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
   * Fails unless the whole of the percentile's interval is below the limit; also where messages are
   * missing, and where fewer than ten episodes lie beyond the percentile. For limits that are well
   * above what is expected: near it, noise fails a build now and then.
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

  /** A percentile that leaves messages out is not of this load. */
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
