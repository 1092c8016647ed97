package dev.foliot.fleet;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A row whose columns are added as they appear. */
final class GrowingRow {
  private static final int MOST = 10_000;

  private final RowSink sink;
  private final String file;
  private final Map<String, Integer> places = new HashMap<>();
  private final List<String> names = new ArrayList<>();
  private @Nullable String[] cells = new String[16];
  private boolean grown = true;

  GrowingRow(RowSink sink, String file) {
    this.sink = sink;
    this.file = file;
  }

  /** Empties all cells. */
  void clear() {
    Arrays.fill(cells, 0, names.size(), null);
  }

  void set(String column, @Nullable String value) {
    Integer place = places.get(column);
    cells[place == null ? add(column) : place] = value;
  }

  /** Passes the row on. */
  void emit() throws SQLException {
    if (grown) {
      sink.columns(List.copyOf(names));
      grown = false;
    }
    sink.row(cells, names.size());
    Cancelled.check();
  }

  private int add(String column) {
    if (names.size() == MOST) {
      throw new FleetException(file + " has more than " + MOST + " different names in its rows");
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
