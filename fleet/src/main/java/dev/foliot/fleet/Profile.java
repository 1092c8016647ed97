package dev.foliot.fleet;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Collects statistics of text columns, from all rows. */
final class Profile implements RowSink {
  /** After this number of columns different values are not counted: such a file is wide. */
  private static final int MOST_COUNTED = 200;

  private static final double MOSTLY = 0.9;

  /** Texts for a missing value: they do not turn a column of numbers into text. */
  private static final Set<String> NOTHING =
      Set.of(
          "-",
          "--",
          "\\N",
          "NA",
          "N/A",
          "n/a",
          "#N/A",
          "null",
          "NULL",
          "nil",
          "none",
          "None",
          "undefined");

  private static final int LONGEST_NOTHING = 9;

  private final Map<String, Seen> all = new LinkedHashMap<>();
  private final NumberText number = new NumberText();
  private final TimeText time = new TimeText();
  private Seen[] now = {};
  private long rows;

  @Override
  public void columns(List<String> names) {
    now = new Seen[names.size()];
    for (int i = 0; i < now.length; i++) {
      now[i] = all.computeIfAbsent(names.get(i), name -> new Seen(all.size() < MOST_COUNTED));
    }
  }

  @Override
  public void row(@Nullable String[] cells, int count) {
    rows++;
    for (int i = 0; i < count; i++) {
      String cell = cells[i];
      if (cell != null && !cell.isEmpty()) {
        now[i].add(cell, number, time);
      }
    }
  }

  /** Whether a cell stands for a missing value. */
  static boolean isNothing(String cell) {
    return cell.isEmpty() || (cell.length() <= LONGEST_NOTHING && NOTHING.contains(cell));
  }

  /** The number of rows. */
  long rows() {
    return rows;
  }

  /** The columns, in order of appearance. */
  List<Column> columns() {
    List<Column> columns = new ArrayList<>(all.size());
    all.forEach((name, seen) ->
        columns.add(new Column(name, seen.kind(), seen.filled, seen.distinct.count(), "")));
    return columns;
  }

  /** The statistics of one column. */
  private static final class Seen {
    private final boolean counted;
    private final Distinct distinct = new Distinct();
    private long filled;
    private long numbers;
    private long times;
    private long truths;
    private long nothing;
    private String last = "";

    Seen(boolean counted) {
      this.counted = counted;
    }

    void add(String cell, NumberText number, TimeText time) {
      filled++;
      if (number.read(cell)) {
        numbers++;
      } else if (isNothing(cell)) {
        nothing++;
      } else if (cell.equalsIgnoreCase("true") || cell.equalsIgnoreCase("false")) {
        truths++;
      } else if (time.read(cell)) {
        times++;
      }
      // the scanner returns the same String if a cell repeats the one above
      if (counted && !last.equals(cell)) {
        distinct.add(cell);
        last = cell;
      }
    }

    Column.Kind kind() {
      if (filled == 0) {
        return Column.Kind.OTHER;
      }
      long said = filled - nothing;
      if (said == 0) {
        return Column.Kind.TEXT;
      }
      if (numbers >= MOSTLY * said) {
        return Column.Kind.NUMBER;
      }
      if (times >= MOSTLY * said) {
        return Column.Kind.TIME;
      }
      return truths >= MOSTLY * said ? Column.Kind.TRUTH : Column.Kind.TEXT;
    }
  }
}
