package dev.foliot.checks.walk;

import dev.foliot.checks.endtoend.FoliotProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * A table of this module: a row is {@code KIND PATTERN => VALUE}.
 *
 * <p>Lines that begin with {@code #} are comments. A row that never matched is a mistake, so the
 * table knows which ones did. Thread-safe.
 */
final class Table {
  private static final String ARROW = " => ";

  private final String name;
  private final List<Row> rows;
  private final Set<Row> used = ConcurrentHashMap.newKeySet();

  private Table(String name, List<Row> rows) {
    this.name = name;
    this.rows = rows;
  }

  /**
   * A row.
   *
   * @param line its line in the file, from 1
   * @param kind its first word
   * @param pattern what it is for
   * @param value what is said of that; empty without an arrow
   */
  record Row(int line, String kind, Pattern pattern, String value) {
    boolean matches(String text) {
      return pattern.matcher(text).find();
    }
  }

  /** Reads a file of this module's folder. */
  static Table read(String name) throws IOException {
    List<Row> rows = new ArrayList<>();
    int line = 0;
    for (String text : Files.readAllLines(FoliotProcess.inTree("checks/walk").resolve(name))) {
      line++;
      if (text.isBlank() || text.startsWith("#")) {
        continue;
      }
      int kind = text.indexOf(' ');
      int arrow = text.indexOf(ARROW);
      if (kind < 0) {
        throw new IllegalStateException(name + ":" + line + ": KIND PATTERN => VALUE, not " + text);
      }
      String pattern = text.substring(kind, arrow < 0 ? text.length() : arrow).strip();
      String value = arrow < 0 ? "" : text.substring(arrow + ARROW.length()).strip();
      rows.add(new Row(line, text.substring(0, kind), Pattern.compile(pattern), value));
    }
    return new Table(name, List.copyOf(rows));
  }

  /** Rows of a kind that match; they count as used. */
  List<Row> matching(String kind, String text) {
    List<Row> matching =
        rows.stream().filter(row -> row.kind().equals(kind) && row.matches(text)).toList();
    used.addAll(matching);
    return matching;
  }

  /** Rows of a kind, used or not. */
  List<Row> rows(String kind) {
    return rows.stream().filter(row -> row.kind().equals(kind)).toList();
  }

  /** Marks a row as used. */
  void use(Row row) {
    used.add(row);
  }

  /** Rows that matched nothing, with their places. */
  List<String> unused() {
    return rows.stream()
        .filter(row -> !used.contains(row))
        .map(row -> name + ":" + row.line() + ": " + row.kind() + " " + row.pattern())
        .toList();
  }
}
