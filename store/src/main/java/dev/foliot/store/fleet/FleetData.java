package dev.foliot.store.fleet;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.foliot.store.Copies;
import java.util.List;
import java.util.Objects;

/**
 * The properties of a fleet's data.
 *
 * @param points the points that were read
 * @param period their time
 * @param nodesWithout names of nodes with too little data to be placed
 * @param notes further observations, each a sentence
 */
public record FleetData(
    @JsonUnwrapped Points points,
    @JsonUnwrapped Period period,
    List<String> nodesWithout,
    List<String> notes) {
  /**
   * The points.
   *
   * @param rows number of rows read
   * @param missing points without a usable value: absent, not finite, or with an impossible
   *     division
   * @param notFinite among these: NaN or infinite
   * @param duplicates points at a time for which the node already has one
   * @param unordered whether rows were not in order of time
   * @param resets counter decreases, each the start of a lifetime
   */
  public record Points(
      long rows, long missing, long notFinite, long duplicates, boolean unordered, long resets) {}

  /**
   * The time.
   *
   * @param firstUs the first time, microseconds since 1970; 0 without times
   * @param lastUs the last time
   * @param windows number of time windows, 1 to 64
   * @param windowUs length of each window, in microseconds
   */
  public record Period(long firstUs, long lastUs, int windows, long windowUs) {}

  /** Keeps copies. */
  public FleetData {
    Objects.requireNonNull(points, "points");
    Objects.requireNonNull(period, "period");
    nodesWithout = nodesWithout.stream().map(Copies::unicode).toList();
    notes = notes.stream().map(Copies::unicode).toList();
  }

  /** The same with other nodes that cannot be placed. */
  public FleetData without(List<String> nodes) {
    return new FleetData(points, period, nodes, notes);
  }
}
