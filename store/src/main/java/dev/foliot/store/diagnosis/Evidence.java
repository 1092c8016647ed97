package dev.foliot.store.diagnosis;

import dev.foliot.store.Copies;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A figure that a finding rests on.
 *
 * @param name what was measured, as {@code run-queue wait per wake-up, p99}
 * @param value null where there is none, and {@code note} says why
 * @param unit as {@code us}, {@code MiB}, {@code % of the time}; empty for a plain number
 * @param note of what, how, or against what; empty for none
 */
public record Evidence(String name, @Nullable Double value, String unit, String note) {
  /** Checks that JSON can hold it. */
  public Evidence {
    Objects.requireNonNull(name, "name");
    Copies.finiteOrNull(value, "value");
    Objects.requireNonNull(unit, "unit");
    Objects.requireNonNull(note, "note");
  }

  /** One that needs no note. */
  public Evidence(String name, double value, String unit) {
    this(name, value, unit, "");
  }
}
