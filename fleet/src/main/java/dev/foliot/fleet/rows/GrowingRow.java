package dev.foliot.fleet.rows;

import dev.foliot.fleet.cells.Cancelled;
import dev.foliot.fleet.cells.FleetException;
import dev.foliot.fleet.cells.Texts;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A row whose columns are added as they appear. */
final class GrowingRow {
  static final String TIME = "time";

  private static final int MOST = 10_000;

  private final RowSink sink;
  private final String file;
  private final Map<String, Integer> places = new HashMap<>();
  private final List<String> names = new ArrayList<>();
  private final Set<String> labelled = new HashSet<>();
  private @Nullable String[] cells = new String[16];
  private boolean grown = true;

  GrowingRow(RowSink sink, String file) {
    this.sink = sink;
    this.file = file;
  }

  /** Empties all cells. */
  GrowingRow clear() {
    Arrays.fill(cells, 0, names.size(), null);
    return this;
  }

  GrowingRow set(String column, @Nullable String value) {
    Integer known = places.get(column);
    int place = known == null ? add(Texts.name(column)) : known;
    cells[place] = value;
    return this;
  }

  /** Sets the labels of a series, beside a metric of that name and a time. */
  GrowingRow labels(Map<String, String> labels, String metric) {
    labels.forEach((name, value) -> {
      String column = name.equals(TIME) || name.equals(metric) ? "label_" + name : name;
      labelled.add(Texts.name(column));
      set(column, Texts.name(value));
    });
    return this;
  }

  /** Passes the row on. */
  void emit() throws SQLException {
    if (grown) {
      sink.labels(Set.copyOf(labelled));
      sink.columns(List.copyOf(names));
      grown = false;
    }
    sink.row(cells, names.size());
    Cancelled.check();
  }

  private int add(String column) {
    Integer known = places.get(column);
    if (known != null) {
      return known;
    }
    if (names.size() == MOST) {
      throw new FleetException(
          "%s has more than %d different names in its rows: leave some out".formatted(file, MOST));
    }
    places.put(column, names.size());
    names.add(column);
    if (names.size() > cells.length) {
      cells = Arrays.copyOf(cells, 2 * cells.length);
    }
    grown = true;
    return names.size() - 1;
  }
}
