package dev.foliot.fleet.sums;

import dev.foliot.fleet.cells.FleetException;
import dev.foliot.fleet.cells.Texts;
import dev.foliot.store.fleet.FleetData;
import dev.foliot.store.fleet.FleetInput;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The data of a fleet.
 *
 * @param sums of its points
 * @param input the sources and the guesses
 * @param data statistics of the data
 */
public record FleetMeasured(FleetSums sums, FleetInput input, FleetData data) {
  private static final int MOST_FLEETS = 50;

  /**
   * A fleet for each value of a label, by value.
   *
   * @throws FleetException if it is no label, or has too many values
   */
  public Map<String, FleetMeasured> by(String label) {
    int index = sums.labels().indexOf(label);
    if (index < 0) {
      throw new FleetException(
          "--by %s: the nodes have no such label; they have %s"
              .formatted(
                  Texts.quote(label),
                  sums.labels().isEmpty() ? "none" : Texts.list(sums.labels())));
    }
    List<String> values = sums.values(index);
    if (values.isEmpty() || values.size() > MOST_FLEETS) {
      throw new FleetException(
          "--by %s has %d values: a label with 1 to %d of them makes fleets"
              .formatted(Texts.quote(label), values.size(), MOST_FLEETS));
    }
    Map<String, FleetMeasured> fleets = new LinkedHashMap<>();
    for (String value : values) {
      List<String> files =
          input.files().stream().map(file -> file + " (" + label + "=" + value + ")").toList();
      fleets.put(
          value,
          new FleetMeasured(
              sums.only(index, value),
              new FleetInput(files, input.format(), input.columns(), input.guesses()),
              data));
    }
    return fleets;
  }

  /** Checks that no part is null. */
  public FleetMeasured {
    Objects.requireNonNull(sums, "sums");
    Objects.requireNonNull(input, "input");
    Objects.requireNonNull(data, "data");
  }
}
