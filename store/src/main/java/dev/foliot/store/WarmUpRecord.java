package dev.foliot.store;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How a fork warmed up. Times count from the start of the measured load, and are below zero in the
 * warm-up.
 *
 * @param steadiness {@code steady}, {@code warming}, {@code slowing} or {@code never steady}
 * @param steadyFromMs when its last steady stretch begins, null if there is none
 * @param changesMs when its level or its noise changed
 */
public record WarmUpRecord(
    String steadiness, @Nullable Double steadyFromMs, List<Double> changesMs) {
  /** Keeps a copy. */
  public WarmUpRecord {
    Objects.requireNonNull(steadiness, "steadiness");
    changesMs = List.copyOf(changesMs);
  }
}
