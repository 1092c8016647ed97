package dev.foliot.fleet.points;

import dev.foliot.fleet.cells.Texts;
import dev.foliot.fleet.engine.Engine;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The rows whose times are close together.
 *
 * <p>One row of the year 1970 or 2100 would make each window years long, and put all other rows
 * into one. A stray is cut off by a gap of more than four times the span of all others, and at most
 * one row in a hundred on either side is a stray. With more of them the data really has two times.
 *
 * @param table with these rows, {@code raw} or a view of it, and all rows without a time
 * @param extent of all rows, but with the times and the number of nodes of the near ones
 * @param far the number of strays
 * @param example the time of one of them, empty for none
 * @param lost names of nodes that have only strays, at most {@link #MOST_NAMED}
 */
record NearRows(String table, Extent extent, long far, String example, List<String> lost) {
  static final int MOST_NAMED = 1000;

  static final String ALL = "raw";
  private static final String NEAR = "near_rows";
  private static final int BINS = 1024;
  private static final int FEWEST = 20;
  private static final int ONE_IN = 100;
  private static final double FAR = 4;

  /** A stray by centuries hides one by days: each round has a finer resolution. */
  private static final int ROUNDS = 5;

  private static final long SECOND_US = 1_000_000;

  /**
   * The rows within a time range.
   *
   * @param firstUs the first time in it
   * @param lastUs the last
   */
  record Bin(long rows, long firstUs, long lastUs) {}

  /** All rows. */
  static NearRows all(Extent extent) {
    return new NearRows(ALL, extent, 0, "", List.of());
  }

  /** The near rows of {@code raw}, which has times. */
  static NearRows of(Engine engine, RowsOfNodes nodes) throws SQLException {
    Extent all = nodes.extent();
    long most = Math.max(1, all.timed() / ONE_IN);
    if (all.timed() < FEWEST
        || all.windows(all.timed()) == 1
        || isSpread(all, most, nodes.varianceUs())) {
      return all(all);
    }
    Extent near = all;
    long kept = all.timed();
    for (int round = 0; round < ROUNDS && near.lastUs() > near.firstUs(); round++) {
      List<Bin> bins = bins(engine, near);
      int[] ends = near(bins, most);
      List<Bin> inside = bins.subList(ends[0], ends[1] + 1);
      long rows = inside.stream().mapToLong(Bin::rows).sum();
      if (inside.size() == bins.size() || all.timed() - rows > 2 * most) {
        break;
      }
      near = near.within(inside.getFirst().firstUs(), inside.getLast().lastUs());
      kept = rows;
    }
    return kept == all.timed() ? all(all) : without(engine, all, near, all.timed() - kept);
  }

  /**
   * Whether the times vary too much for strays. With strays, all rows but {@code 2 * most} lie
   * within a fifth of the whole span, so within a tenth of it around their middle. The others are
   * at most the whole span away. Both bound the variance.
   */
  static boolean isSpread(Extent all, long most, double varianceUs) {
    double span = (double) all.lastUs() - all.firstUs();
    double half = span / (2 * (1 + FAR));
    return varianceUs > 1.01 * (half * half + 2.0 * most / all.timed() * span * span);
  }

  private static NearRows without(Engine engine, Extent all, Extent near, long far)
      throws SQLException {
    String within = "us BETWEEN " + near.firstUs() + " AND " + near.lastUs();
    engine.execute(
        "CREATE TEMP VIEW " + NEAR + " AS SELECT * FROM raw WHERE us IS NULL OR " + within);
    List<String> lost =
        engine.query(
            "SELECT node FROM raw WHERE node IS NOT NULL AND us IS NOT NULL GROUP BY node HAVING"
                + " SUM(CASE WHEN "
                + within
                + " THEN 1 ELSE 0 END) = 0 ORDER BY node LIMIT "
                + MOST_NAMED,
            result -> {
              List<String> nodes = new ArrayList<>();
              while (result.next()) {
                nodes.add(Texts.name(String.valueOf(result.getString(1))));
              }
              return nodes;
            });
    long example = near.firstUs() > all.firstUs() ? all.firstUs() : all.lastUs();
    String time = Instant.ofEpochSecond(Math.floorDiv(example, SECOND_US)).toString();
    return new NearRows(NEAR, near.less(lost.size()), far, time, lost);
  }

  private static List<Bin> bins(Engine engine, Extent extent) throws SQLException {
    // in doubles, whose differences do not overflow; the bins' own ends are exact
    double first = extent.firstUs();
    double width = Math.max(1, (extent.lastUs() - first) / BINS);
    return engine.query(
        "SELECT CAST(FLOOR((CAST(us AS DOUBLE) - (%s)) / %s) AS BIGINT) AS bin, COUNT(*), MIN(us), MAX(us) FROM raw WHERE us BETWEEN %s AND %s GROUP BY bin"
            .formatted(first, width, extent.firstUs(), extent.lastUs()),
        result -> {
          List<Bin> bins = new ArrayList<>();
          while (result.next()) {
            bins.add(new Bin(result.getLong(2), result.getLong(3), result.getLong(4)));
          }
          // an engine on many machines sorts in two jobs more
          bins.sort(Comparator.comparingLong(Bin::firstUs));
          return bins;
        });
  }

  /**
   * The first and the last near bin. Starts without {@code most} rows on either side, and extends
   * outwards until a gap is too wide.
   *
   * @param bins in time order, at least one, with more than twice {@code most} rows
   */
  static int[] near(List<Bin> bins, long most) {
    int from = end(bins, most, 0, 1);
    int to = end(bins, most, bins.size() - 1, -1);
    if (span(bins, from, to) == 0) {
      return new int[] {0, bins.size() - 1};
    }
    boolean grown = true;
    while (grown) {
      double reach = FAR * span(bins, from, to);
      boolean above = to + 1 < bins.size() && gap(bins, to) <= reach;
      boolean below = from > 0 && gap(bins, from - 1) <= reach;
      to += above ? 1 : 0;
      from -= below ? 1 : 0;
      grown = above || below;
    }
    return new int[] {from, to};
  }

  private static int end(List<Bin> bins, long most, int start, int step) {
    int at = start;
    long rows = bins.get(at).rows();
    while (rows <= most) {
      at += step;
      rows += bins.get(at).rows();
    }
    return at;
  }

  private static double span(List<Bin> bins, int from, int to) {
    return (double) bins.get(to).lastUs() - bins.get(from).firstUs();
  }

  private static double gap(List<Bin> bins, int below) {
    return (double) bins.get(below + 1).firstUs() - bins.get(below).lastUs();
  }
}
