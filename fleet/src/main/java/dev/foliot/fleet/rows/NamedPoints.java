package dev.foliot.fleet.rows;

import dev.foliot.fleet.cells.FleetException;
import dev.foliot.fleet.cells.Notes;
import java.io.IOException;
import java.sql.SQLException;
import java.util.LinkedHashSet;
import java.util.Set;

/** Points of series of which only the names are known: they are read before, to be compared. */
abstract class NamedPoints implements Rows {
  private static final int MOST_SERIES = 1_000_000;

  private final InputFile file;

  NamedPoints(InputFile file) {
    this.file = file;
  }

  /** Takes the points. */
  @FunctionalInterface
  interface Sink {
    void point(String series, String time, String value) throws SQLException;
  }

  InputFile file() {
    return file;
  }

  /** Passes all points on. */
  abstract void points(Sink sink, Notes notes) throws IOException, SQLException;

  @Override
  public void each(RowSink sink, Notes notes) throws IOException, SQLException {
    Set<String> names = new LinkedHashSet<>();
    points(
        (series, time, value) -> {
          if (names.add(series) && names.size() > MOST_SERIES) {
            throw new FleetException(
                file.name() + " has more than a million series: export fewer at a time");
          }
        },
        new Notes());
    SeriesNames all = SeriesNames.of(names);
    GrowingRow row = new GrowingRow(sink, file.name());
    points(
        (name, time, value) -> {
          Series series = all.of(name);
          series.begin(row).set(GrowingRow.TIME, time).set(series.metric(), value).emit();
        },
        notes);
  }
}
