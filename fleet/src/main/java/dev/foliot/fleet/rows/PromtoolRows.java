package dev.foliot.fleet.rows;

import dev.foliot.fleet.cells.Notes;
import java.io.IOException;
import java.io.Reader;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What {@code promtool query} prints: a series and an arrow, then {@code value @[time]}, on the
 * same line or on lines of their own.
 */
final class PromtoolRows implements Rows {
  private static final Pattern SERIES =
      Pattern.compile("(?<metric>[^{}\\s]*)\\s*(?:\\{(?<labels>.*)})? =>\\s*(?<rest>.*)");
  private static final Pattern POINT = Pattern.compile("(?<value>\\S+) @\\[(?<time>[^]]+)]");

  private final InputFile file;

  PromtoolRows(InputFile file) {
    this.file = file;
  }

  static boolean is(Head head) {
    return SERIES.matcher(head.firstLine()).matches();
  }

  @Override
  public void each(RowSink sink, Notes notes) throws IOException, SQLException {
    GrowingRow row = new GrowingRow(sink, file.name());
    Series series = null;
    try (Reader text = file.text()) {
      Lines lines = new Lines(text);
      for (String line = lines.next(); line != null; line = lines.next()) {
        String rest = line.strip();
        Matcher header = SERIES.matcher(rest);
        if (header.matches()) {
          series = series(header.group("metric"), header.group("labels"));
          rest = header.group("rest");
        }
        Matcher point = POINT.matcher(rest);
        if (series != null && point.matches()) {
          series
              .begin(row)
              .set(GrowingRow.TIME, point.group("time"))
              .set(series.metric(), point.group("value"))
              .emit();
        } else if (!rest.isEmpty()) {
          notes.count("lines of promtool are no points");
        }
      }
    }
  }

  private static Series series(String metric, @Nullable String labels) {
    Map<String, String> all = new LinkedHashMap<>();
    SeriesNames.readLabels(labels == null ? "" : labels, all);
    return new Series(metric.isEmpty() ? Series.VALUE : metric, all);
  }
}
