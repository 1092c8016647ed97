package dev.foliot.store;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The result of a search for the highest rate that meets an objective.
 *
 * @param promise the objective as written, {@code p99.9<1ms}
 * @param percentile its percentile, {@code p99_9}
 * @param limitNs its limit
 * @param ratePerS the highest rate observed to meet it, or null
 * @param lowPerS a rate that meets it with 95 % confidence, or null
 * @param highPerS a rate that misses it with 95 % confidence, or null
 * @param answer the answer as a sentence
 */
public record RateSearch(
    String promise,
    String percentile,
    long limitNs,
    @Nullable Double ratePerS,
    @Nullable Double lowPerS,
    @Nullable Double highPerS,
    String answer) {
  /** Checks that nothing is missing. */
  public RateSearch {
    Objects.requireNonNull(promise, "promise");
    Objects.requireNonNull(percentile, "percentile");
    Copies.finiteOrNull(ratePerS, "rate_per_s");
    Copies.finiteOrNull(lowPerS, "low_per_s");
    Copies.finiteOrNull(highPerS, "high_per_s");
    Objects.requireNonNull(answer, "answer");
  }
}
