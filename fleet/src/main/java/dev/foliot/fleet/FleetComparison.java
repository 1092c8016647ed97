package dev.foliot.fleet;

import dev.foliot.store.fleet.FleetVerdict;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a fleet changed from A, before, to B, after.
 *
 * @param schema {@link #SCHEMA}
 * @param a the run before
 * @param b the run after
 * @param metric of both
 * @param verdictA the verdict before
 * @param verdictB the verdict after
 * @param words the change in a sentence or two
 * @param groupsOf {@code a} or {@code b}: the side whose groups are the rows
 * @param groups lowest centre first
 * @param both the number of nodes that both have
 * @param onlyA the number of nodes that only A has
 * @param onlyB the number of nodes that only B has
 * @param moved the nodes that changed their group; empty where the numbers of groups differ
 * @param movedShare their share of the nodes with a group in both, with its exact 95 % interval;
 *     null where the numbers of groups differ
 * @param sampled whether a side stored only a sample of its nodes
 */
public record FleetComparison(
    String schema,
    String a,
    String b,
    String metric,
    FleetVerdict verdictA,
    FleetVerdict verdictB,
    String words,
    String groupsOf,
    List<Group> groups,
    int both,
    int onlyA,
    int onlyB,
    List<Moved> moved,
    @Nullable Interval movedShare,
    boolean sampled) {
  /** The schema that this version writes. */
  public static final String SCHEMA = "foliot.fleet-comparison/1";

  /** Keeps copies. */
  public FleetComparison {
    groups = List.copyOf(groups);
    moved = List.copyOf(moved);
  }

  /** A figure with its 95 % interval. */
  public record Interval(double value, double low, double high) {}

  /**
   * A group, and what its nodes take before and after.
   *
   * @param band its number on the side of the rows
   * @param nodes its nodes there
   * @param shareA its share before; null where A has other groups
   * @param shareB its share after; null where B has other groups
   * @param paired its nodes that both sides have
   * @param before the median of these nodes before
   * @param after the median of these nodes after
   * @param ratio after by before, over the nodes; null for fewer than three, or none above zero
   */
  public record Group(
      int band,
      int nodes,
      @Nullable Interval shareA,
      @Nullable Interval shareB,
      int paired,
      @Nullable Double before,
      @Nullable Double after,
      @Nullable Interval ratio) {}

  /** A node that changed its group. */
  public record Moved(String node, int from, int to) {}
}
