package dev.foliot.store.fleet;

import dev.foliot.store.Copies;
import java.util.Objects;

/**
 * One step of the analysis.
 *
 * @param name as {@code load taken out}
 * @param said what it found, with figures
 * @param source of the method: a paper or page
 */
public record FleetStep(String name, String said, String source) {
  /** Checks that nothing is missing. */
  public FleetStep {
    Objects.requireNonNull(name, "name");
    said = Copies.unicode(said);
    Objects.requireNonNull(source, "source");
  }
}
