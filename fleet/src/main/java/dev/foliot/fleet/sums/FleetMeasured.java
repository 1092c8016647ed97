package dev.foliot.fleet.sums;

import dev.foliot.store.fleet.FleetData;
import dev.foliot.store.fleet.FleetInput;
import java.util.Objects;

/**
 * The data of a fleet.
 *
 * @param sums of its points
 * @param input the sources and the guesses
 * @param data statistics of the data
 */
public record FleetMeasured(FleetSums sums, FleetInput input, FleetData data) {
  /** Checks that no part is null. */
  public FleetMeasured {
    Objects.requireNonNull(sums, "sums");
    Objects.requireNonNull(input, "input");
    Objects.requireNonNull(data, "data");
  }
}
