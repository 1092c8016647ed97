package dev.foliot.fleet.points;

import dev.foliot.fleet.cells.Cancelled;
import dev.foliot.fleet.cells.FleetException;
import dev.foliot.fleet.cells.Texts;
import dev.foliot.fleet.engine.Answer;
import dev.foliot.fleet.sums.FleetSums;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads the engine's sums, and counts the points' errors. For one result. */
final class SumsReader {
  private static final int MOST_LIFETIMES = 400_000;
  private static final int FIXED = 15;

  private final FleetSums.Builder builder;
  private final int others;
  private final int labels;
  private final Map<String, OfNode> nodes = new HashMap<>();
  private int lifetimes;
  private final int windows;
  private long points;
  private long fit;
  private long edges;
  private long unfit;
  private long resets;

  /** What is known of a node: its points in each window, and its lifetimes' numbers by start. */
  private static final class OfNode {
    private final long[] points;
    private final Map<String, Integer> lifetimes = new TreeMap<>();

    OfNode(int windows) {
      points = new long[windows];
    }
  }

  SumsReader(FleetSums.Builder builder, int windows, int others, int labels) {
    this.builder = builder;
    this.windows = windows;
    this.others = others;
    this.labels = labels;
  }

  /** Reads a result of {@code sums.sql}. */
  FleetSums read(Answer result) throws SQLException {
    double[] sums = new double[others];
    long[] counts = new long[others];
    while (result.next()) {
      String name = text(result, 1);
      OfNode node = nodes.computeIfAbsent(name, unknown -> new OfNode(windows));
      int lifetime = lifetime(node, name, text(result, 2));
      FleetSums.Cell cell = cell(result);
      int window = window(result);
      long here = result.getLong(4);
      points += here;
      node.points[window] += here;
      fit += cell.n();
      edges += result.getLong(13);
      unfit += result.getLong(14);
      resets += result.getLong(15);
      for (int i = 0; i < others; i++) {
        counts[i] = result.getLong(FIXED + 2 + 2 * i);
        // the sum of no values is null, which the driver returns as NaN
        sums[i] = counts[i] == 0 ? 0 : result.getDouble(FIXED + 1 + 2 * i);
      }
      builder.put(lifetime, window, cell, sums, counts);
      for (int i = 0; i < labels; i++) {
        label(lifetime, i, result.getString(FIXED + 2 * others + 1 + 2 * i));
        label(lifetime, i, result.getString(FIXED + 2 * others + 2 + 2 * i));
      }
      Cancelled.check();
    }
    return builder.build().inOrder();
  }

  private static int window(Answer result) throws SQLException {
    return (int) result.getLong(3);
  }

  private static String text(Answer result, int column) throws SQLException {
    return String.valueOf(result.getString(column));
  }

  /** The points of each node in each window, with or without a metric. */
  Collection<long[]> pointsOfNodes() {
    return nodes.values().stream().map(node -> node.points).toList();
  }

  private static FleetSums.Cell cell(Answer result) throws SQLException {
    long n = result.getLong(5);
    return n == 0
        ? FleetSums.Cell.EMPTY
        : new FleetSums.Cell(
            n,
            result.getDouble(6),
            result.getDouble(7),
            result.getDouble(8),
            result.getDouble(9),
            result.getDouble(10),
            result.getDouble(11),
            result.getDouble(12));
  }

  private int lifetime(OfNode node, String name, String start) {
    Integer known = node.lifetimes.get(start);
    if (known != null) {
      return known;
    }
    if (lifetimes++ == MOST_LIFETIMES) {
      throw new FleetException(
          "more than %d lifetimes of nodes: choose another --start, or fewer nodes"
              .formatted(MOST_LIFETIMES));
    }
    int lifetime = builder.lifetime(Texts.name(name), Texts.name(start), List.of());
    node.lifetimes.put(start, lifetime);
    return lifetime;
  }

  private void label(int lifetime, int label, @Nullable String value) {
    if (value != null) {
      builder.label(lifetime, label, Texts.name(value));
    }
  }

  /** The points with a finite metric (and load). */
  long fit() {
    return fit;
  }

  /** The points without a metric that should have one; the last before a gap of a rate cannot. */
  long missing() {
    return Math.max(0, points - fit - edges);
  }

  /** The ones among them with a number that is not finite. */
  long notFinite() {
    return Math.min(unfit, missing());
  }

  /** The number of counters that fell. */
  long resets() {
    return resets;
  }
}
