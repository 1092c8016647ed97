package dev.foliot.fleet.rows;

import dev.foliot.fleet.cells.FleetException;
import dev.foliot.fleet.cells.Notes;
import dev.foliot.fleet.cells.Texts;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A file of collectd's CSV plugin: {@code HOST/PLUGIN-INSTANCE/TYPE-INSTANCE-DATE}, of one metric.
 *
 * <p>Format: collectd.org/wiki, "Plugin:CSV".
 */
final class CollectdRows implements Rows {
  private static final Pattern PLUGIN = Pattern.compile("([^-]+)(?:-(.+))?");
  private static final Pattern TYPE =
      Pattern.compile("([^-]+?)(?:-(.+?))?(?:-\\d{4}-\\d{2}-\\d{2})?");

  private final InputFile file;

  CollectdRows(InputFile file) {
    this.file = file;
  }

  static boolean is(Head head) {
    return head.firstLine().startsWith("epoch,");
  }

  @Override
  public void each(RowSink sink, Notes notes) throws IOException, SQLException {
    Path path = file.path().toAbsolutePath();
    Path folder = path.getParent();
    Path host = folder == null ? null : folder.getParent();
    Matcher type = TYPE.matcher(file.baseName());
    Matcher plugin = PLUGIN.matcher(folder == null ? "" : String.valueOf(folder.getFileName()));
    if (host == null || host.getFileName() == null || !type.matches() || !plugin.matches()) {
      throw new FleetException(
          file.name() + " is of collectd, but not in a folder HOST/PLUGIN: keep its folders");
    }
    String metric =
        plugin.group(1).equals(type.group(1))
            ? type.group(1)
            : plugin.group(1) + "." + type.group(1);
    Map<String, String> labels = new LinkedHashMap<>();
    if (plugin.group(2) != null) {
      labels.put("plugin_instance", plugin.group(2));
    }
    if (type.group(2) != null) {
      labels.put("type_instance", type.group(2));
    }
    GrowingRow row = new GrowingRow(sink, file.name());
    try (Reader text = file.text()) {
      CsvScanner scanner = new CsvScanner(text, ',', file.name());
      scanner.next();
      String[] columns = new String[scanner.count()];
      for (int i = 1; i < columns.length; i++) {
        String name = String.valueOf(scanner.cells()[i]);
        columns[i] = name.equals(Series.VALUE) ? metric : metric + "." + name;
      }
      while (scanner.next()) {
        row.clear().set(SeriesNames.NODE, Texts.name(String.valueOf(host.getFileName())));
        row.set(GrowingRow.TIME, scanner.cells()[0]);
        row.labels(labels, metric);
        for (int i = 1; i < Math.min(columns.length, scanner.count()); i++) {
          row.set(columns[i], scanner.cells()[i]);
        }
        row.emit();
      }
    }
  }
}
