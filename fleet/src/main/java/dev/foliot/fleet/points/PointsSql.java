package dev.foliot.fleet.points;

import dev.foliot.fleet.columns.Expression;
import dev.foliot.fleet.columns.Layout;
import dev.foliot.fleet.engine.Dialect;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The view {@code points} over {@code raw} that the sums read.
 *
 * <p>Its columns are node, us, start (text), v0... (numbers) and l0... (labels). It contains no
 * column names from outside.
 */
final class PointsSql {
  /** Larger values could overflow when squared and summed: they count as not finite. */
  static final String BOUND = "1e150";

  private final String raw;
  private final Dialect dialect;
  private final Layout layout;
  private final boolean merged;
  private final boolean lifetimes;
  private final boolean gaps;

  /**
   * The view for a layout.
   *
   * @param raw the table or view, of letters
   * @param dialect of the engine
   * @param merged whether a node's rows at the same time become one point: their mean
   * @param lifetimes whether the start separates lifetimes
   * @param gaps whether some points lack it
   */
  PointsSql(
      String raw, Dialect dialect, Layout layout, boolean merged, boolean lifetimes, boolean gaps) {
    this.raw = raw;
    this.dialect = dialect;
    this.layout = layout;
    this.merged = merged;
    this.lifetimes = lifetimes;
    this.gaps = gaps;
  }

  /** The query. */
  String text() {
    List<String> columns = new ArrayList<>();
    columns.add("node");
    columns.add(lifetime());
    columns.add("us");
    String load = layout.measure().load() == null ? "1" : "raw_x";
    columns.add("CASE WHEN %s AND %s THEN raw_y END AS y".formatted(finite("raw_y"), finite(load)));
    columns.add(
        layout.measure().load() == null
            ? "0e0 AS x"
            : "CASE WHEN %s AND %s THEN raw_x END AS x"
                .formatted(finite("raw_y"), finite("raw_x")));
    columns.add("edge");
    columns.add(
        "CASE WHEN raw_y IS NOT NULL AND NOT (%s) OR raw_x IS NOT NULL AND NOT (%s) OR lost = 1 THEN 1 ELSE 0 END AS unfit"
            .formatted(finite("raw_y"), finite("raw_x")));
    columns.add("reset");
    for (int i = 0; i < layout.others().size(); i++) {
      String other = value(layout.others().get(i));
      columns.add("CASE WHEN %s THEN %s END AS o%d".formatted(finite(other), other, i));
    }
    for (int i = 0; i < layout.texts().labels().size(); i++) {
      columns.add("l" + i);
    }
    return "SELECT " + String.join(", ", columns) + " FROM (" + measured() + ") AS measured";
  }

  private String lifetime() {
    if (lifetimes) {
      return "COALESCE(start, '') AS lifetime";
    }
    return layout.counters().isEmpty()
        ? "'' AS lifetime"
        : "CAST(SUM(reset) OVER (PARTITION BY node ORDER BY us ROWS UNBOUNDED PRECEDING) AS"
            + " STRING) AS lifetime";
  }

  /** The columns of raw, the metric and the load, and the changes of the counters. */
  private String measured() {
    String load =
        layout.measure().load() == null
            ? "CAST(NULL AS DOUBLE)"
            : layout.measure().inverse()
                ? "1e0 / NULLIF(" + sql(layout.measure().load()) + ", 0e0)"
                : sql(layout.measure().load());
    return "SELECT *, CAST(%s AS DOUBLE) AS raw_y, CAST(%s AS DOUBLE) AS raw_x FROM (%s) AS joined"
        .formatted(sql(layout.measure().metric()), load, joined());
  }

  /**
   * One row for each node and time. Series are added up or averaged, their counters by their rates.
   * A point that lacks a series, which the points before and after have, has no sum.
   */
  private String joined() {
    if (layout.series().columns().isEmpty()) {
      return rated();
    }
    List<String> columns =
        new ArrayList<>(List.of("node", "us", "MIN(start) AS start", "MAX(reset) AS reset"));
    columns.add("MIN(edge) AS edge");
    columns.add("MAX(lost) AS lost");
    List<String> joined = new ArrayList<>();
    layout.counters().forEach(counter -> joined.add(rate(counter)));
    for (int i = 0; i < layout.values().size(); i++) {
      joined.add("v" + i);
    }
    List<String> whole = new ArrayList<>(List.of("node", "us", "start", "reset", "edge", "lost"));
    String join = layout.series().summed() ? "SUM" : "AVG";
    for (String value : joined) {
      columns.add("%1$s(%2$s) AS %2$s, COUNT(%2$s) AS n_%2$s".formatted(join, value));
      whole.add(
          "CASE WHEN n_%1$s >= LEAST(LAG(n_%1$s, 1, 0) OVER w, LEAD(n_%1$s, 1, 0) OVER w) THEN %1$s END AS %1$s"
              .formatted(value));
    }
    for (int i = 0; i < layout.texts().labels().size(); i++) {
      columns.add("MIN(l%1$d) AS l%1$d".formatted(i));
      whole.add("l" + i);
    }
    return "SELECT %s FROM (SELECT %s FROM (%s) AS each_series GROUP BY node, us) AS whole WINDOW w AS (PARTITION BY node ORDER BY us)"
        .formatted(String.join(", ", whole), String.join(", ", columns), rated());
  }

  /** Adds the rates of the counters, and how they change. */
  private String rated() {
    List<String> rates = new ArrayList<>();
    List<String> there = new ArrayList<>();
    List<String> edges = new ArrayList<>();
    List<String> resets = new ArrayList<>();
    for (String counter : layout.counters()) {
      String value = value(counter);
      rates.add(
          "CASE WHEN next_%1$s >= %1$s AND next_us_%1$s > us%2$s THEN (next_%1$s - %1$s) * 1e6 / (next_us_%1$s - us) END AS %3$s, "
              .formatted(value, lifetimes ? " AND " + same(value) : "", rate(counter)));
      there.add(value + " IS NOT NULL");
      edges.add(
          "next_%1$s IS NULL OR next_%1$s < %1$s%2$s"
              .formatted(value, lifetimes ? " OR NOT (" + same(value) + ")" : ""));
      resets.add("%1$s < previous_%1$s".formatted(value));
    }
    // a point with a missing counter value counts as missing, also at the end of a lifetime
    String edge = String.join(" AND ", there) + " AND (" + String.join(" OR ", edges) + ")";
    return "SELECT *, %s%s AS edge, %s AS reset FROM (%s) AS counted"
        .formatted(
            String.join("", rates),
            edges.isEmpty() ? "0" : flag(edge),
            edges.isEmpty() ? "0" : flag(String.join(" OR ", resets)),
            counted());
  }

  /** The column of a counter's rate. */
  private String rate(String counter) {
    return "rate_" + value(counter);
  }

  private static String flag(String condition) {
    return "CASE WHEN " + condition + " THEN 1 ELSE 0 END";
  }

  /** Whether a counter's next value belongs to the same process. */
  private static String same(String value) {
    return "next_start_" + value + " IS NOT DISTINCT FROM start";
  }

  /**
   * Adds each counter's neighbouring values. These are the values before and after, the time and
   * start of the one after, and whether any counter is not finite. Points without a finite value
   * are skipped: otherwise a reset beside one would be missed.
   */
  private String counted() {
    List<String> counters = layout.counters();
    if (counters.isEmpty()) {
      return "SELECT *, 0 AS lost FROM (" + started() + ") AS single";
    }
    StringBuilder columns = new StringBuilder("SELECT *");
    List<String> finite = new ArrayList<>(List.of("node", "us", "start"));
    finite.addAll(texts());
    for (String column : layout.values()) {
      if (!counters.contains(column)) {
        finite.add(value(column));
      }
    }
    List<String> lost = new ArrayList<>();
    for (String counter : counters) {
      String value = value(counter);
      lost.add("(%1$s IS NOT NULL AND NOT (%2$s))".formatted(value, finite(value)));
      finite.add("CASE WHEN %s THEN %s END AS %s".formatted(finite(value), value, value));
      columns.append(
          ", %2$s OVER w AS next_%1$s, %3$s OVER w AS previous_%1$s, %4$s OVER w AS next_us_%1$s"
              .formatted(
                  value,
                  dialect.ignoringNulls("LEAD", value),
                  dialect.ignoringNulls("LAG", value),
                  dialect.ignoringNulls(
                      "LEAD", "CASE WHEN " + value + " IS NOT NULL THEN us END")));
      if (lifetimes) {
        columns.append(
            ", %2$s OVER w AS next_start_%1$s"
                .formatted(
                    value,
                    dialect.ignoringNulls(
                        "LEAD", "CASE WHEN " + value + " IS NOT NULL THEN start END")));
      }
    }
    return columns
        + " FROM (SELECT "
        + String.join(", ", finite)
        + ", "
        + flag(String.join(" OR ", lost))
        + " AS lost FROM ("
        + started()
        + ") AS single) AS finite WINDOW w AS (PARTITION BY "
        + of()
        + " ORDER BY us)";
  }

  /** Adds a missing start from the point before, or else from the one after. */
  private String started() {
    if (!gaps) {
      return unique();
    }
    List<String> columns = new ArrayList<>(List.of("node", "us"));
    columns.add(
        "COALESCE(%2$s OVER (PARTITION BY %1$s ORDER BY us ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW), %3$s OVER (PARTITION BY %1$s ORDER BY us ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING)) AS start"
            .formatted(
                of(),
                dialect.ignoringNulls("LAST_VALUE", "start"),
                dialect.ignoringNulls("FIRST_VALUE", "start")));
    columns.addAll(texts());
    layout.values().forEach(column -> columns.add(value(column)));
    return "SELECT %s FROM (%s) AS each_point".formatted(String.join(", ", columns), unique());
  }

  /** The columns that name a series. */
  private String of() {
    return layout.series().columns().isEmpty()
        ? "node"
        : "node, " + String.join(", ", seriesColumns());
  }

  /** The columns of text that are needed: the labels, and what tells series apart. */
  private List<String> texts() {
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < layout.texts().labels().size(); i++) {
      texts.add("l" + i);
    }
    texts.addAll(seriesColumns());
    return texts;
  }

  private List<String> seriesColumns() {
    return IntStream.range(0, layout.series().columns().size())
        .mapToObj(i -> "l" + (layout.texts().labels().size() + i))
        .toList();
  }

  /** The rows with a node and a time; a series' rows at one time are merged on request. */
  private String unique() {
    if (!merged) {
      return "SELECT * FROM " + raw + " WHERE node IS NOT NULL AND us IS NOT NULL";
    }
    List<String> columns = new ArrayList<>(List.of("node", "us", "MIN(start) AS start"));
    columns.addAll(layout.series().columns().isEmpty() ? List.of() : seriesColumns());
    for (int i = 0; i < layout.values().size(); i++) {
      // the mean of equal values could differ in its last digit
      columns.add(
          "CASE WHEN MIN(v%1$d) = MAX(v%1$d) THEN MIN(v%1$d) ELSE AVG(v%1$d) END AS v%1$d"
              .formatted(i));
    }
    for (int i = 0; i < layout.texts().labels().size(); i++) {
      columns.add("MIN(l%1$d) AS l%1$d".formatted(i));
    }
    return "SELECT "
        + String.join(", ", columns)
        + " FROM "
        + raw
        + " WHERE node IS NOT NULL AND us IS NOT NULL GROUP BY us, "
        + of();
  }

  private static String finite(String value) {
    return "%1$s > -%2$s AND %1$s < %2$s".formatted(value, BOUND);
  }

  private String value(String column) {
    return "v" + layout.values().indexOf(column);
  }

  private String sql(Expression expression) {
    return switch (expression) {
      case Expression.Name name -> value(name.column());
      case Expression.Constant constant -> literal(constant.value());
      case Expression.Negated negated -> "(-" + sql(negated.of()) + ")";
      case Expression.Rate rate -> rate(rate.column());
      case Expression.Operation operation -> {
        String left = sql(operation.left());
        String right = sql(operation.right());
        yield operation.operator() == '/'
            ? "(" + left + " / NULLIF(" + right + ", 0e0))"
            : "(" + left + " " + operation.operator() + " " + right + ")";
      }
    };
  }

  /** With an exponent, which makes it a double instead of a decimal. */
  private static String literal(double value) {
    String text = Double.toString(value);
    return text.contains("E") ? text : text + "e0";
  }
}
