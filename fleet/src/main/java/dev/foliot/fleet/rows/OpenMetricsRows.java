package dev.foliot.fleet.rows;

import dev.foliot.fleet.cells.Notes;
import dev.foliot.fleet.cells.Texts;
import java.io.IOException;
import java.io.Reader;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The samples of OpenMetrics or Prometheus text.
 *
 * <p>Columns: one for each metric, one for each label, and {@code time} where samples have one.
 * Exemplars are skipped. Format: prometheus.io/docs/specs/om/open_metrics_spec, "Overall
 * Structure".
 */
public final class OpenMetricsRows implements Rows {
  private static final String TIME = GrowingRow.TIME;
  private static final String NAME = "__name__";

  private static final Pattern COMMENT = Pattern.compile("#\\s*(HELP|TYPE|UNIT|EOF)\\b.*");
  private static final Pattern SAMPLE =
      Pattern.compile(
          "([a-zA-Z_:][a-zA-Z0-9_:]*(\\{.*\\}\\s*|\\s+)|\\{.*\\}\\s*)"
              + "(NaN|[+-]?(Inf|[0-9.]+([eE][+-]?[0-9]+)?))(\\s+-?[0-9.eE+]+)?(\\s+#.*)?\\s*");

  private final InputFile file;
  private String line = "";
  private int at;

  OpenMetricsRows(InputFile file) {
    this.file = file;
  }

  static boolean is(Head head) {
    if (COMMENT.matcher(head.firstLine()).matches()) {
      return true;
    }
    String sample =
        head.lines().stream().filter(line -> !line.startsWith("#")).findFirst().orElse("");
    return sample.length() < 10_000 && SAMPLE.matcher(sample).matches();
  }

  @Override
  public void each(RowSink sink, Notes notes) throws IOException, SQLException {
    GrowingRow row = new GrowingRow(sink, file.name());
    try (Reader text = file.text()) {
      Lines lines = new Lines(text);
      for (String next = lines.next(); next != null; next = lines.next()) {
        line = next;
        at = 0;
        skipSpaces();
        if (at == line.length() || line.charAt(at) == '#') {
          continue;
        }
        row.clear();
        if (sample(row)) {
          row.emit();
        } else {
          notes.count("lines of OpenMetrics text are no samples");
        }
      }
    }
  }

  private boolean sample(GrowingRow row) {
    String metric = word("{ \t");
    skipSpaces();
    Map<String, String> labels = new LinkedHashMap<>();
    if (peek() == '{' && !readLabels(labels)) {
      return false;
    }
    // a dump of Prometheus' own files has the name among the labels
    String inner = labels.remove(NAME);
    metric = metric.isEmpty() && inner != null ? inner : metric;
    if (metric.isEmpty()) {
      return false;
    }
    row.labels(labels, metric);
    skipSpaces();
    String value = word(" \t#");
    skipSpaces();
    String time = word(" \t#");
    if (value.isEmpty()) {
      return false;
    }
    row.set(metric, Texts.name(value));
    if (!time.isEmpty()) {
      row.set(TIME, time);
    }
    return true;
  }

  private boolean readLabels(Map<String, String> labels) {
    at++;
    while (true) {
      skipSpaces();
      if (peek() == '}') {
        at++;
        return true;
      }
      String name = word("= \t,}\"");
      skipSpaces();
      if (name.isEmpty() || next() != '=') {
        return false;
      }
      skipSpaces();
      if (next() != '"') {
        return false;
      }
      String value = text();
      if (next() != '"') {
        return false;
      }
      labels.put(name, value);
      skipSpaces();
      if (peek() == ',') {
        at++;
      }
    }
  }

  /** The text up to the closing quote. */
  private String text() {
    StringBuilder text = new StringBuilder();
    while (at < line.length() && line.charAt(at) != '"') {
      char c = line.charAt(at++);
      if (c == '\\' && at < line.length()) {
        char escaped = line.charAt(at++);
        c = escaped == 'n' ? '\n' : escaped;
      }
      text.append(c);
    }
    return Texts.name(text.toString());
  }

  private String word(String ends) {
    int start = at;
    while (at < line.length() && ends.indexOf(line.charAt(at)) < 0) {
      at++;
    }
    return Texts.name(line.substring(start, at));
  }

  private void skipSpaces() {
    while (peek() == ' ' || peek() == '\t') {
      at++;
    }
  }

  private int peek() {
    return at < line.length() ? line.charAt(at) : -1;
  }

  private int next() {
    return at < line.length() ? line.charAt(at++) : -1;
  }
}
