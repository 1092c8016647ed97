package dev.foliot.store.fleet;

import dev.foliot.store.Copies;
import java.util.Objects;

/**
 * One step of the analysis.
 *
 * @param name such as {@code load taken out}
 * @param said its result, with figures
 * @param source source of the method: a paper or page
 */
public record FleetStep(String name, String said, String source) {
  /** Checks that nothing is missing. */
  public FleetStep {
    Objects.requireNonNull(name, "name");
    said = Copies.unicode(said);
    Objects.requireNonNull(source, "source");
  }
}
