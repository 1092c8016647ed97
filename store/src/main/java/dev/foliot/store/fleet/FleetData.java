package dev.foliot.store.fleet;

import dev.foliot.store.Copies;
import java.util.List;

/**
 * What the data was like.
 *
 * @param rows that were read
 * @param missing points without a value, or whose value is no finite number, or that cannot be
 *     divided
 * @param notFinite of those: NaN or infinite
 * @param duplicates points of a node at a time of which it has one already
 * @param unordered whether rows stood in another order than time's
 * @param resets counters that fell, each the start of a lifetime
 * @param firstUs the first time, microseconds since 1970; 0 without times
 * @param lastUs the last
 * @param windows into how many windows the time was cut, 1 to 64
 * @param windowUs how long each is, in microseconds
 * @param nodesWithout names of nodes that have too little data to be placed
 * @param notes what else was seen, each a sentence
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
