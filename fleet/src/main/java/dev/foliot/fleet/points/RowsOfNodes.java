package dev.foliot.fleet.points;

import dev.foliot.fleet.engine.Answer;
import dev.foliot.fleet.engine.Engine;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * The rows of all nodes, by one query that has a row for each node.
 *
 * @param extent of all rows
 * @param livedUs the time from the first point to the last of a node, summed over nodes
 * @param varianceUs the variance of all times, in microseconds squared
 * @param starts the different starts of the nodes' processes; 0 if they were not counted
 * @param unstarted the points without a start; 0 if they were not counted
 * @param some the first nodes by name, at most {@link #SOME}
 */
record RowsOfNodes(
    Extent extent,
    double livedUs,
    double varianceUs,
    long starts,
    long unstarted,
    List<String> some) {
  private static final int SOME = 16;

  /**
   * Asks for them.
   *
   * @param started whether the column of starts tells lifetimes
   */
  static RowsOfNodes of(Engine engine, boolean started) throws SQLException {
    String us = "CAST(us AS DOUBLE)";
    RowsOfNodes all =
        engine.query(
            "SELECT node, COUNT(*), COUNT(us), MIN(us), MAX(us), AVG(%1$s), VAR_POP(%1$s), %2$s FROM raw GROUP BY node LIMIT %3$d"
                .formatted(
                    us,
                    started
                        ? "COUNT(DISTINCT start), COUNT(CASE WHEN us IS NOT NULL AND start IS NULL"
                            + " THEN 1 END)"
                        : "0, 0",
                    Measuring.MOST_NODES + 2),
            answer -> new Sum().of(answer));
    if (all.extent.nodes() <= Measuring.MOST_NODES) {
      return all;
    }
    // the number is part of the message that refuses them
    long nodes = engine.numbers("SELECT COUNT(DISTINCT node) FROM raw")[0];
    return new RowsOfNodes(all.extent.of(nodes), 0, 0, 0, 0, List.of());
  }

  /** Adds up the rows of the query. */
  private static final class Sum {
    private long rows;
    private long named;
    private long timed;
    private long nodes;
    private long firstUs = Long.MAX_VALUE;
    private long lastUs = Long.MIN_VALUE;
    private double meanUs;
    private double squares;
    private double livedUs;
    private long starts;
    private long unstarted;
    private final TreeSet<String> some = new TreeSet<>();

    RowsOfNodes of(Answer answer) throws SQLException {
      while (answer.next()) {
        String node = answer.getString(1);
        long of = answer.getLong(2);
        rows += of;
        starts += answer.getLong(8);
        if (node != null) {
          nodes++;
          named += of;
          unstarted += answer.getLong(9);
          name(node);
        }
        if (answer.getLong(3) > 0) {
          times(answer, node != null);
        }
      }
      return new RowsOfNodes(
          new Extent(rows, named, timed, nodes, timed == 0 ? 0 : firstUs, timed == 0 ? 0 : lastUs),
          livedUs,
          timed == 0 ? 0 : squares / timed,
          starts,
          unstarted,
          new ArrayList<>(some));
    }

    /** The mean and the squares around it by the rule of Chan and others. */
    private void times(Answer answer, boolean named) throws SQLException {
      long n = answer.getLong(3);
      long first = answer.getLong(4);
      long last = answer.getLong(5);
      firstUs = Math.min(firstUs, first);
      lastUs = Math.max(lastUs, last);
      livedUs += named ? (double) last - first : 0;
      double apart = answer.getDouble(6) - meanUs;
      double both = (double) timed + n;
      squares += answer.getDouble(7) * n + apart * apart * timed * n / both;
      meanUs += apart * n / both;
      timed += n;
    }

    /** A name with control characters is no text of SQL. */
    private void name(String node) {
      if (node.chars().noneMatch(Character::isISOControl)) {
        some.add(node);
        if (some.size() > SOME) {
          some.pollLast();
        }
      }
    }
  }
}
