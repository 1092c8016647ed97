package dev.foliot.store;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The warm-up of a fork. Times count from the start of the measured load, and are negative in the
 * warm-up.
 *
 * @param steadiness {@code steady}, {@code warming}, {@code slowing} or {@code never steady}
 * @param steadyFromMs start of its last steady stretch, or null
 * @param changesMs times of changes in level or noise
 */
public record WarmUpRecord(
    String steadiness, @Nullable Double steadyFromMs, List<Double> changesMs) {
  /** Keeps a copy. */
  public WarmUpRecord {
    Objects.requireNonNull(steadiness, "steadiness");
    changesMs = List.copyOf(changesMs);
  }
}
