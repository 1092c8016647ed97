package dev.foliot.fleet.rows;

import dev.foliot.fleet.cells.Notes;
import java.io.IOException;
import java.io.Reader;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * What {@code sadf -d} of sysstat prints: tables between semicolons, each after a line of names.
 *
 * <p>Format: the manual page sadf(1). {@code hostname} is the node, and {@code timestamp} the time.
 */
final class SadfRows implements Rows {
  private static final String START = "# hostname;interval;timestamp";

  private final InputFile file;

  SadfRows(InputFile file) {
    this.file = file;
  }

  static boolean is(Head head) {
    return head.firstLine().startsWith(START);
  }

  @Override
  public void each(RowSink sink, Notes notes) throws IOException, SQLException {
    GrowingRow row = new GrowingRow(sink, file.name());
    List<String> names = List.of();
    try (Reader text = file.text()) {
      Lines lines = new Lines(text);
      for (String line = lines.next(); line != null; line = lines.next()) {
        if (line.isBlank()) {
          continue;
        }
        if (line.startsWith("#")) {
          names = Arrays.asList(line.substring(1).strip().split(";", -1));
          continue;
        }
        List<String> cells = Arrays.asList(line.split(";", -1));
        if (cells.size() > 3 && cells.get(3).startsWith("LINUX-RESTART")) {
          notes.count("restarts of nodes are marked in the file");
          continue;
        }
        row.clear();
        for (int i = 0; i < Math.min(names.size(), cells.size()); i++) {
          switch (names.get(i)) {
            case "hostname" -> row.set(SeriesNames.NODE, cells.get(i));
            case "timestamp" -> row.set(GrowingRow.TIME, cells.get(i));
            case "interval" -> {
              // of each point, and the same for all
            }
            // -1 is the sum over all
            case "CPU" ->
                row.labels(Map.of("CPU", cells.get(i).equals("-1") ? "all" : cells.get(i)), "");
            default -> row.set(names.get(i), cells.get(i));
          }
        }
        row.emit();
      }
    }
  }
}
