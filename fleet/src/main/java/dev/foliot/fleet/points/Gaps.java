package dev.foliot.fleet.points;

import dev.foliot.fleet.engine.Engine;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The time between one point of a node and the next, by some nodes.
 *
 * @param shortUs the first decile, in microseconds; 0 if unknown
 * @param usualUs the median
 */
record Gaps(long shortUs, long usualUs) {
  static final Gaps NONE = new Gaps(0, 0);

  /** The gaps of these nodes. */
  static Gaps of(Engine engine, String table, List<String> nodes) throws SQLException {
    if (nodes.isEmpty()) {
      return NONE;
    }
    String some =
        "SELECT DISTINCT node, us FROM %s WHERE us IS NOT NULL AND node IN (%s)"
            .formatted(
                table,
                nodes.stream().map(engine.dialect()::literal).collect(Collectors.joining(", ")));
    long[] gaps =
        engine.numbers(
            "SELECT CAST(ROUND(PERCENTILE_CONT(0.1) WITHIN GROUP (ORDER BY gap)) AS BIGINT),"
                + " CAST(ROUND(PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY gap)) AS BIGINT) FROM"
                + " (SELECT LEAD(us) OVER (PARTITION BY node ORDER BY us) - us AS gap"
                + " FROM ("
                + some
                + ") AS points_of_some) AS gaps");
    return new Gaps(gaps[0], gaps[1]);
  }
}
