package dev.foliot.fleet.rows;

import dev.foliot.fleet.cells.Notes;
import dev.foliot.fleet.cells.TimeText;
import java.io.IOException;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Prometheus does not name the result of an expression. Two such files that hold the same series at
 * the same times are two metrics, and are named by their files; otherwise they are parts of one.
 */
final class UnnamedQueries {
  private UnnamedQueries() {}

  /** The files whose metric is named by the file. */
  static Set<InputFile> among(List<InputFile> files, Set<String> wanted)
      throws IOException, SQLException {
    List<InputFile> answers =
        files.stream().filter(file -> file.format() == Format.PROMETHEUS).toList();
    Set<InputFile> named = new LinkedHashSet<>();
    for (InputFile file : answers) {
      if (wanted.contains(file.baseName())) {
        named.add(file);
      }
    }
    if (answers.size() > 1 && named.isEmpty()) {
      Map<Integer, long[]> ranges = new HashMap<>();
      for (InputFile file : answers) {
        Map<Integer, long[]> own = ranges(file);
        if (own.entrySet().stream().anyMatch(one -> overlaps(one, ranges))) {
          named.addAll(answers);
          return named;
        }
        ranges.putAll(own);
      }
    }
    return named;
  }

  private static boolean overlaps(Map.Entry<Integer, long[]> one, Map<Integer, long[]> ranges) {
    long[] other = ranges.get(one.getKey());
    long[] range = one.getValue();
    return other != null && range[0] < other[1] && other[0] < range[1];
  }

  /** The first and last time of each unnamed series, by a hash of its labels. */
  private static Map<Integer, long[]> ranges(InputFile file) throws IOException, SQLException {
    Map<Integer, long[]> ranges = new HashMap<>();
    TimeText time = new TimeText();
    new PrometheusRows(file, PrometheusRows.UNNAMED)
        .each(
            new RowSink() {
              private List<String> names = List.of();
              private int timeAt;
              private int valueAt;

              @Override
              public void columns(List<String> columns) {
                names = columns;
                timeAt = names.indexOf(PrometheusRows.TIME);
                valueAt = names.indexOf(PrometheusRows.UNNAMED);
              }

              @Override
              public void row(@Nullable String[] cells, int count) {
                if (valueAt < 0
                    || cells[valueAt] == null
                    || !time.read(String.valueOf(cells[timeAt]))) {
                  return;
                }
                Set<String> labels = new HashSet<>();
                for (int i = 0; i < count; i++) {
                  if (i != timeAt && i != valueAt && cells[i] != null) {
                    labels.add(names.get(i) + '=' + cells[i]);
                  }
                }
                long us = time.us();
                long[] range =
                    ranges.computeIfAbsent(labels.hashCode(), key -> new long[] {us, us});
                range[0] = Math.min(range[0], us);
                range[1] = Math.max(range[1], us);
              }
            },
            new Notes());
    return ranges;
  }
}
