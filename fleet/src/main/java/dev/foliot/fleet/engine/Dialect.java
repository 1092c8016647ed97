package dev.foliot.fleet.engine;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The words in which the engines' SQL differs. All other texts are the same for each. */
public enum Dialect {
  DUCKDB {
    @Override
    public String literal(String text) {
      return "'" + text.replace("'", "''") + "'";
    }

    @Override
    public String ignoringNulls(String function, String of) {
      return function + "(" + of + " IGNORE NULLS)";
    }

    @Override
    public String micros(String time, String type) {
      String plain = type.startsWith(ZONED) ? time : "CAST(" + time + " AS TIMESTAMP)";
      return "CASE WHEN isfinite(%1$s) THEN epoch_us(%1$s) END".formatted(plain);
    }

    @Override
    public String moment(String second, String type) {
      return "CAST('%s%s' AS %s)".formatted(second, type.equals(ZONED) ? "+00" : "", type);
    }

    @Override
    public String microsOfText(String text) {
      return "epoch_us(TRY_CAST(regexp_replace(%s, '\\[.*\\]$', '') AS TIMESTAMP WITH TIME ZONE))"
          .formatted(text);
    }

    @Override
    public String number(String text) {
      return "TRY_CAST(" + text + " AS DOUBLE)";
    }

    @Override
    public String contains(String text, String pattern) {
      return "regexp_matches(" + text + ", " + literal(pattern) + ")";
    }

    @Override
    public String matches(String text, String pattern) {
      return "regexp_full_match(" + text + ", " + literal(pattern) + ")";
    }

    @Override
    public String values(String column) {
      return "COUNT(DISTINCT " + column + ")";
    }

    @Override
    public String unfolded(List<String> names, List<String> values, String others, String from) {
      return "SELECT unnest([%s]) AS node, %s, unnest([%s]) AS v0 FROM %s"
          .formatted(
              names.stream().map(this::literal).collect(Collectors.joining(", ")),
              others,
              String.join(", ", values),
              from);
    }

    @Override
    public String type(String told) {
      return told.toUpperCase(Locale.ROOT);
    }

    @Override
    public String kept(String name, String query) {
      return "CREATE TEMP TABLE " + name + " AS " + query;
    }

    @Override
    public String readOnce(String view, Keeping keeping) {
      return "";
    }

    @Override
    public boolean keepsOrder() {
      return true;
    }
  },
  SPARK {
    @Override
    public String literal(String text) {
      return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }

    @Override
    public String ignoringNulls(String function, String of) {
      return function + "(" + of + ") IGNORE NULLS";
    }

    @Override
    public String micros(String time, String type) {
      return "unix_micros(CAST(" + time + " AS TIMESTAMP))";
    }

    @Override
    public String moment(String second, String type) {
      return type.equals(ZONED) ? "TIMESTAMP'" + second + "Z'" : "TIMESTAMP_NTZ'" + second + "'";
    }

    @Override
    public String microsOfText(String text) {
      return "unix_micros(TRY_CAST(CASE WHEN %s THEN TRIM(%s) END AS TIMESTAMP))"
          .formatted(contains(text, ISO), text);
    }

    @Override
    public String number(String text) {
      // a cast alone would also take 1d, 1f and hexadecimal numbers of Java
      return "CASE WHEN %s THEN TRY_CAST(TRIM(%s) AS DOUBLE) END"
          .formatted(contains(text, NUMBER), text);
    }

    @Override
    public String contains(String text, String pattern) {
      return "regexp_like(" + text + ", " + literal(pattern) + ")";
    }

    @Override
    public String matches(String text, String pattern) {
      return contains(text, "\\A(?:" + pattern + ")\\z");
    }

    @Override
    public String values(String column) {
      // several COUNT(DISTINCT) in one query would copy each row for each of them
      return "SIZE(COLLECT_SET(" + column + "))";
    }

    @Override
    public String unfolded(List<String> names, List<String> values, String others, String from) {
      String pairs =
          IntStream.range(0, names.size())
              .mapToObj(i -> literal(names.get(i)) + ", " + values.get(i))
              .collect(Collectors.joining(", "));
      return "SELECT node, %s, v0 FROM %s LATERAL VIEW stack(%d, %s) AS node, v0"
          .formatted(others, from, names.size(), pairs);
    }

    @Override
    public String type(String told) {
      String lower = told.toLowerCase(Locale.ROOT);
      return switch (lower) {
        case "string" -> "VARCHAR";
        case "int" -> "INTEGER";
        case "timestamp" -> ZONED;
        case "timestamp_ntz" -> "TIMESTAMP";
        default -> lower.toUpperCase(Locale.ROOT);
      };
    }

    @Override
    public String kept(String name, String query) {
      return "CACHE TABLE " + name + " AS " + query;
    }

    @Override
    public String readOnce(String view, Keeping keeping) {
      String level =
          switch (keeping) {
            // beyond the executors' memory to their disks
            case IN_MEMORY -> "MEMORY_AND_DISK";
            case ON_DISKS -> "DISK_ONLY";
          };
      return "CACHE LAZY TABLE %s OPTIONS ('storageLevel' '%s')".formatted(view, level);
    }

    @Override
    public boolean keepsOrder() {
      return false;
    }
  };

  /** Where the rows of a view are kept that is computed once. */
  public enum Keeping {
    IN_MEMORY,
    /** What is as large as the files, and is read a few times. */
    ON_DISKS
  }

  /** The type of an instant. */
  static final String ZONED = "TIMESTAMP WITH TIME ZONE";

  private static final String ISO =
      "^ *[0-9]{4}-[0-9]{2}-[0-9]{2}([T ][0-9]{2}:[0-9]{2}(:[0-9]{2}([.][0-9]{1,9})?)?"
          + " ?(Z|UTC|GMT|[+-][0-9]{2}(:?[0-9]{2})?)?)? *$";

  private static final String NUMBER =
      "^ *[+-]?(([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][+-]?[0-9]+)?|NaN|nan|Inf|inf|Infinity) *$";

  /** Quotes a text for SQL. */
  public abstract String literal(String text);

  /** A window function over the values that are not null. */
  public abstract String ignoringNulls(String function, String of);

  /** Microseconds since 1970 of a column of a type for times; null for infinite ones. */
  public abstract String micros(String time, String type);

  /** A second in UTC, as {@code 2026-11-03 10:00:00}, as a constant of a type for times. */
  public abstract String moment(String second, String type);

  /** Microseconds since 1970 of a text in ISO 8601; null for others. */
  public abstract String microsOfText(String text);

  /** The number in a text with a decimal point; null for none. */
  public abstract String number(String text);

  /** Whether a regular expression is found in a text. */
  public abstract String contains(String text, String pattern);

  /** Whether a regular expression is the whole text. */
  public abstract String matches(String text, String pattern);

  /** The exact number of the different values of a column that has few. */
  public abstract String values(String column);

  /**
   * A query with a row for each of some columns.
   *
   * @param names the names of these columns, which become {@code node}
   * @param values their expressions, which become {@code v0}
   * @param others the expressions between, with their names
   */
  public abstract String unfolded(
      List<String> names, List<String> values, String others, String from);

  /** DuckDB's name of a type. */
  public abstract String type(String told);

  /** A statement that runs a query once, and keeps its rows under a name. */
  public abstract String kept(String name, String query);

  /** A statement by which a view that many queries read is computed once; empty for none. */
  public abstract String readOnce(String view, Keeping keeping);

  /** Whether a query without ORDER BY returns the rows of a table in their order. */
  public abstract boolean keepsOrder();
}
