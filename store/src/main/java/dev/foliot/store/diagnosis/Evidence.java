package dev.foliot.store.diagnosis;

import dev.foliot.store.Copies;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A figure that supports a finding.
 *
 * @param name the measured quantity, such as {@code run-queue wait per wake-up, p99}
 * @param value null if missing; {@code note} then has the reason
 * @param unit such as {@code us}, {@code MiB}, {@code % of the time}; empty for a plain number
 * @param note the subject, the method or the reference; may be empty
 */
public record Evidence(String name, @Nullable Double value, String unit, String note) {
  /** Checks that JSON can hold it. */
  public Evidence {
    Objects.requireNonNull(name, "name");
    Copies.finiteOrNull(value, "value");
    Objects.requireNonNull(unit, "unit");
    Objects.requireNonNull(note, "note");
  }

  /** Evidence without a note. */
  public Evidence(String name, double value, String unit) {
    this(name, value, unit, "");
  }
}
