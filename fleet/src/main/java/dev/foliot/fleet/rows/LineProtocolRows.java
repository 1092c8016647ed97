package dev.foliot.fleet.rows;

import dev.foliot.fleet.cells.Notes;
import java.io.IOException;
import java.io.Reader;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * InfluxDB's line protocol: {@code cpu,host=a usage=1.5,idle=98i 1790035200000000000}.
 *
 * <p>Columns: the tags, and {@code measurement.field}, or the field where it has no better name
 * than {@code value}. Format: docs.influxdata.com/influxdb/v2/reference/syntax/line-protocol.
 */
final class LineProtocolRows implements Rows {
  private final InputFile file;

  LineProtocolRows(InputFile file) {
    this.file = file;
  }

  static boolean is(Head head) {
    List<String> lines =
        head.lines().stream().filter(line -> !line.startsWith("#")).limit(10).toList();
    // the last line of the head may be cut
    return !lines.isEmpty()
        && lines.subList(0, Math.max(1, lines.size() - 1)).stream()
            .allMatch(line -> {
              Line read = Line.of(line);
              return read != null && read.time.matches("[0-9]{9,20}") && !read.fields.isEmpty();
            });
  }

  @Override
  public void each(RowSink sink, Notes notes) throws IOException, SQLException {
    GrowingRow row = new GrowingRow(sink, file.name());
    try (Reader text = file.text()) {
      Lines lines = new Lines(text);
      for (String line = lines.next(); line != null; line = lines.next()) {
        if (line.isBlank() || line.startsWith("#")) {
          continue;
        }
        Line read = Line.of(line);
        if (read == null || read.fields.isEmpty()) {
          notes.count("lines are none of the line protocol");
          continue;
        }
        row.clear().labels(read.tags, "");
        row.set(GrowingRow.TIME, read.time);
        read.fields.forEach((name, value) ->
            row.set(
                name.equals(Series.VALUE) ? read.measurement : read.measurement + "." + name,
                value));
        row.emit();
      }
    }
  }

  private record Line(
      String measurement, Map<String, String> tags, Map<String, String> fields, String time) {
    /** Null where the line is none. */
    static @Nullable Line of(String line) {
      List<String> parts = split(line.strip(), ' ');
      if (parts.size() < 2 || parts.size() > 3) {
        return null;
      }
      List<String> key = split(parts.get(0), ',');
      Map<String, String> tags = pairs(key.subList(1, key.size()));
      Map<String, String> fields = pairs(split(parts.get(1), ','));
      if (tags == null || fields == null || key.getFirst().isEmpty()) {
        return null;
      }
      fields.replaceAll((name, value) -> number(value));
      return new Line(plain(key.getFirst()), tags, fields, parts.size() == 3 ? parts.get(2) : "");
    }

    private static @Nullable Map<String, String> pairs(List<String> texts) {
      Map<String, String> pairs = new LinkedHashMap<>();
      for (String text : texts) {
        List<String> pair = split(text, '=');
        if (pair.size() != 2 || pair.get(0).isEmpty()) {
          return null;
        }
        pairs.put(plain(pair.get(0)), plain(pair.get(1)));
      }
      return pairs;
    }

    /** A field's text: {@code 12i} and {@code 12u} are whole numbers. */
    private static String number(String value) {
      if (value.matches("-?[0-9]+[iu]")) {
        return value.substring(0, value.length() - 1);
      }
      return value.length() > 1 && value.startsWith("\"") && value.endsWith("\"")
          ? value.substring(1, value.length() - 1)
          : value;
    }

    /** Parts between a sign that is neither escaped nor in quotes. */
    private static List<String> split(String text, char sign) {
      List<String> parts = new ArrayList<>();
      int start = 0;
      boolean quoted = false;
      for (int i = 0; i < text.length(); i++) {
        char c = text.charAt(i);
        if (c == '\\') {
          i++;
        } else if (c == '"') {
          quoted = !quoted;
        } else if (c == sign && !quoted) {
          parts.add(text.substring(start, i));
          start = i + 1;
        }
      }
      parts.add(text.substring(start));
      return parts;
    }

    private static String plain(String text) {
      return text.replaceAll("\\\\([,= \"\\\\])", "$1");
    }
  }
}
