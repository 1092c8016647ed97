package dev.foliot.fleet.rows;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Adds the file's name to each row, unless a column has that name. */
public final class FileColumn implements RowSink {
  public static final String NAME = "file";

  private final RowSink sink;
  private final String file;
  private boolean taken;
  private @Nullable String[] longer = new String[16];

  public FileColumn(RowSink sink, String file) {
    this.sink = sink;
    this.file = file;
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
    taken = names.contains(NAME);
    if (taken) {
      sink.columns(names);
      return;
    }
    List<String> all = new ArrayList<>(names.size() + 1);
    all.add(NAME);
    all.addAll(names);
    sink.columns(all);
  }

  @Override
  public void row(@Nullable String[] cells, int count) throws SQLException {
    if (taken) {
      sink.row(cells, count);
      return;
    }
    if (longer.length <= count) {
      longer = new String[2 * count + 1];
    }
    longer[0] = file;
    System.arraycopy(cells, 0, longer, 1, count);
    sink.row(longer, count + 1);
  }
}
