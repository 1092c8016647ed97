package dev.foliot.store;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a search for the highest rate that holds a promise found.
 *
 * @param promise as it was written, {@code p99.9<1ms}
 * @param percentile the name of the percentile in it, {@code p99_9}
 * @param limitNs what it must stay below
 * @param ratePerS the highest rate that was seen to hold it, null if none did
 * @param lowPerS a rate that holds it with 95 % confidence, null if none does
 * @param highPerS a rate that breaks it with 95 % confidence, null if none does
 * @param answer the same in words
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
