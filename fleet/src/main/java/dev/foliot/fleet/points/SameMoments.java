package dev.foliot.fleet.points;

import dev.foliot.fleet.cells.FleetException;
import dev.foliot.fleet.cells.Texts;
import dev.foliot.fleet.columns.Layout;
import dev.foliot.fleet.engine.Engine;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The rows that share node and time with another. Few of them are doubles; many mean that a node
 * has several series, or that the node or the time is another column.
 *
 * @param points the number of different points
 * @param repeated the number of rows beyond the first of each point
 */
record SameMoments(long points, long repeated) {
  /** One repeated row in this number of rows is too many. */
  private static final int MOST = 10;

  /** The bits of a long integer, without its sign. */
  private static final int SLOTS = 60;

  /** Counts them, for each series of a node. */
  static SameMoments of(Engine engine, Layout layout, NearRows near, Gaps gaps, boolean sparse)
      throws SQLException {
    String table = near.table();
    if (!sparse && gaps.shortUs() > 1) {
      long rows = distinct(engine, layout, near, Math.max(1, gaps.shortUs() / 2));
      if (rows >= 0) {
        return new SameMoments(rows, 0);
      }
    }
    long[] numbers =
        engine.numbers(
            "SELECT COUNT(*), CAST(COALESCE(SUM(n - 1), 0) AS BIGINT) FROM (SELECT "
                + rows(layout, sparse)
                + " AS n FROM "
                + table
                + " WHERE node IS NOT NULL AND us IS NOT NULL GROUP BY "
                + String.join(", ", keys(layout))
                + ") AS each_point");
    return new SameMoments(numbers[0], numbers[1]);
  }

  /**
   * The number of rows, if each is alone in its slot of time; -1 if some share one, at the same
   * time or not. A group of all slots of an hour is much less work than one for each point.
   */
  private static long distinct(Engine engine, Layout layout, NearRows near, long slotUs)
      throws SQLException {
    List<String> keys = keys(layout);
    String from = "(us - " + near.extent().firstUs() + ")";
    long[] numbers =
        engine.numbers(
            "SELECT CAST(COALESCE(SUM(n), 0) AS BIGINT), CAST(COALESCE(SUM(slots), 0) AS BIGINT) FROM (SELECT COUNT(*) AS n, BIT_COUNT(BIT_OR(CAST(1 AS BIGINT) << CAST(slot %% %1$d AS INT))) AS slots FROM (SELECT *, CAST((%2$s - %2$s %% %3$d) / %3$d AS BIGINT) AS slot FROM %4$s WHERE node IS NOT NULL AND us IS NOT NULL) AS placed GROUP BY %5$s, slot - slot %% %1$d) AS each_group"
                .formatted(
                    SLOTS,
                    from,
                    slotUs,
                    near.table(),
                    String.join(", ", keys.subList(1, keys.size()))));
    return numbers[0] == numbers[1] ? numbers[0] : -1;
  }

  /** The number of rows of a point; where a row has one of several metrics, of the most common. */
  private static String rows(Layout layout, boolean sparse) {
    return sparse
        ? IntStream.range(0, layout.values().size())
            .mapToObj(i -> "COUNT(v" + i + ")")
            .collect(Collectors.joining(", ", "GREATEST(1, ", ")"))
        : "COUNT(*)";
  }

  private static List<String> keys(Layout layout) {
    List<String> keys = new ArrayList<>(List.of("us", "node"));
    for (int i = 0; i < layout.series().columns().size(); i++) {
      keys.add("l" + (layout.texts().labels().size() + i));
    }
    return keys;
  }

  private boolean isMany() {
    return repeated * MOST > points + repeated;
  }

  /**
   * Refuses them if they are many and not the same.
   *
   * @throws FleetException with the columns that tell a node's series apart
   */
  void refuseMany(Engine engine, Layout layout, String table, boolean sparse, String source)
      throws SQLException {
    if (!isMany()) {
      return;
    }
    List<String> texts = layout.texts().all();
    List<String> apart = new ArrayList<>();
    if (!texts.isEmpty()) {
      String each =
          IntStream.range(0, texts.size())
              .mapToObj(i -> "MAX(CASE WHEN a%1$d <> z%1$d THEN 1 ELSE 0 END)".formatted(i))
              .collect(Collectors.joining(", "));
      String ends =
          IntStream.range(0, texts.size())
              .mapToObj(i -> "MIN(l%1$d) AS a%1$d, MAX(l%1$d) AS z%1$d".formatted(i))
              .collect(Collectors.joining(", "));
      long[] differ =
          engine.numbers(
              "SELECT %s FROM (SELECT %s FROM %s WHERE node IS NOT NULL AND us IS NOT NULL GROUP BY %s HAVING %s > 1) AS each_point"
                  .formatted(
                      each, ends, table, String.join(", ", keys(layout)), rows(layout, sparse)));
      for (int i = 0; i < differ.length; i++) {
        if (differ[i] == 1) {
          apart.add(texts.get(i));
        }
      }
    }
    if (!apart.isEmpty()) {
      throw new FleetException(several(source, apart));
    }
    if (layout.place().guessed()) {
      throw new FleetException(
          "%s: %d of %d rows share node and time with another, by the columns %s and %s, which were guessed: name them with --node and --time"
              .formatted(
                  source,
                  repeated,
                  points + repeated,
                  Texts.quote(layout.place().node()),
                  Texts.quote(String.valueOf(layout.place().time()))));
    }
  }

  private String several(String source, List<String> apart) {
    String first = apart.getFirst();
    String all = String.join(",", apart.subList(0, Math.min(3, apart.size())));
    return "%s: a node has %s series at each time, which differ in %s: take some with --where '%s=…', or join them with --sum '%s' or --mean '%s'"
        .formatted(
            source,
            points == 0 ? "several" : String.valueOf(Math.round(1.0 + (double) repeated / points)),
            Texts.list(apart),
            first,
            all,
            all);
  }
}
