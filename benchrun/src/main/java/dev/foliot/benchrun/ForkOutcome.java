package dev.foliot.benchrun;

import dev.foliot.bench.Measurement;
import dev.foliot.store.KernelView;
import dev.foliot.store.explain.TimelineRecord;
import org.jspecify.annotations.Nullable;

/**
 * The end of a fork.
 *
 * @param measurement its measurements, or null
 * @param failure the reason without measurements, or null
 * @param trace the exception behind the failure, or empty
 * @param exitCode of its process; null if it was killed after its last message
 * @param kernel the kernel's figures about its measuring threads
 * @param timeline what stopped them while they measured; null if unknown
 */
record ForkOutcome(
    @Nullable Measurement measurement,
    @Nullable String failure,
    String trace,
    @Nullable Integer exitCode,
    KernelView kernel,
    @Nullable TimelineRecord timeline) {
  /** An end without a timeline. */
  ForkOutcome(
      @Nullable Measurement measurement,
      @Nullable String failure,
      String trace,
      @Nullable Integer exitCode,
      KernelView kernel) {
    this(measurement, failure, trace, exitCode, kernel, null);
  }
}
