package dev.foliot.store.fleet;

import dev.foliot.store.Copies;
import java.util.List;

/**
 * The properties of a fleet's data.
 *
 * @param rows number of rows read
 * @param missing points without a usable value: absent, not finite, or with an impossible division
 * @param notFinite among these: NaN or infinite
 * @param duplicates points at a time for which the node already has one
 * @param unordered whether rows were not in order of time
 * @param resets counter decreases, each the start of a lifetime
 * @param firstUs the first time, microseconds since 1970; 0 without times
 * @param lastUs the last time
 * @param windows number of time windows, 1 to 64
 * @param windowUs length of each window, in microseconds
 * @param nodesWithout names of nodes with too little data to be placed
 * @param notes further observations, each a sentence
 */
public record FleetData(
    long rows,
    long missing,
    long notFinite,
    long duplicates,
    boolean unordered,
    long resets,
    long firstUs,
    long lastUs,
    int windows,
    long windowUs,
    List<String> nodesWithout,
    List<String> notes) {
  /** Keeps copies. */
  public FleetData {
    nodesWithout = nodesWithout.stream().map(Copies::unicode).toList();
    notes = notes.stream().map(Copies::unicode).toList();
  }
}
