package dev.foliot.fleet.rows;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Adds the file's name to each row, and the keys of its folders, as {@code zone=a}. A column of the
 * file with such a name takes precedence.
 */
public final class FileColumn implements RowSink {
  public static final String NAME = "file";

  private final RowSink sink;
  private final Map<String, String> all;
  private List<String> added = List.of();
  private @Nullable String[] longer = new String[16];

  /**
   * @param file its name
   * @param keys the keys of its folders with their values
   */
  public FileColumn(RowSink sink, String file, Map<String, String> keys) {
    this.sink = sink;
    this.all = new LinkedHashMap<>(Map.of(NAME, file));
    keys.forEach(all::putIfAbsent);
  }

  @Override
  public void labels(Set<String> names) {
    sink.labels(names);
  }

  @Override
  public boolean isFull() {
    return sink.isFull();
  }

  @Override
  public void columns(List<String> names) {
    List<String> longerNames = new ArrayList<>();
    added = new ArrayList<>();
    all.forEach((name, value) -> {
      if (!names.contains(name)) {
        longerNames.add(name);
        added.add(value);
      }
    });
    longerNames.addAll(names);
    sink.columns(longerNames);
  }

  @Override
  public void row(@Nullable String[] cells, int count) throws SQLException {
    int more = added.size();
    if (longer.length < count + more) {
      longer = new String[2 * count + more];
    }
    for (int i = 0; i < more; i++) {
      longer[i] = added.get(i);
    }
    System.arraycopy(cells, 0, longer, more, count);
    sink.row(longer, count + more);
  }
}
