package dev.foliot.store.fleet;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a fleet changed from A, before, to B, after. In JSON, its parts are merged into one object.
 *
 * @param schema {@link #SCHEMA}
 * @param sides what is compared
 * @param groupsOf {@code a} or {@code b}: the side whose groups are the rows
 * @param groups lowest centre first
 * @param nodes the nodes of both
 * @param moves the nodes that changed their group
 */
public record FleetComparison(
    String schema,
    @JsonUnwrapped Sides sides,
    String groupsOf,
    List<Group> groups,
    @JsonUnwrapped Nodes nodes,
    @JsonUnwrapped Moves moves) {
  /** The schema that this version writes. */
  public static final String SCHEMA = "foliot.fleet-comparison/1";

  /** The value of {@code groupsOf} for the side before. */
  public static final String BEFORE = "a";

  /** Keeps a copy. */
  public FleetComparison {
    groups = List.copyOf(groups);
  }

  /**
   * What is compared.
   *
   * @param a the run before
   * @param b the run after
   * @param metric of both
   * @param verdictA the verdict before
   * @param verdictB the verdict after
   * @param bandsA the number of groups before
   * @param bandsB the number of groups after
   */
  public record Sides(
      String a,
      String b,
      String metric,
      FleetVerdict verdictA,
      FleetVerdict verdictB,
      int bandsA,
      int bandsB) {}

  /**
   * The nodes.
   *
   * @param both the number of nodes that both have
   * @param onlyA the number of nodes that only A has
   * @param onlyB the number of nodes that only B has
   * @param sampled whether a side stored only a sample of its nodes
   */
  public record Nodes(int both, int onlyA, int onlyB, boolean sampled) {}

  /**
   * The nodes that changed their group.
   *
   * @param moved each; empty where the numbers of groups differ
   * @param placed the number of nodes with a group in both
   * @param movedShare their share of these, with its exact 95 % interval; null where the numbers of
   *     groups differ
   */
  public record Moves(List<Moved> moved, int placed, @Nullable Interval movedShare) {
    /** Keeps a copy. */
    public Moves {
      moved = List.copyOf(moved);
    }
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
