package dev.foliot.fleet;

import dev.foliot.store.fleet.FleetData;
import dev.foliot.store.fleet.FleetInput;
import java.util.Objects;

/**
 * A fleet as it was read.
 *
 * @param sums of its points
 * @param input what it was read from, and what was guessed
 * @param data what the data was like
 */
public record FleetMeasured(FleetSums sums, FleetInput input, FleetData data) {
  /** Checks that all is there. */
  public FleetMeasured {
    Objects.requireNonNull(sums, "sums");
    Objects.requireNonNull(input, "input");
    Objects.requireNonNull(data, "data");
  }
}
