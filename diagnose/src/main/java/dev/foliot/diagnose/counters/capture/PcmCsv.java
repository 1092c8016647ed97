package dev.foliot.diagnose.counters.capture;

import dev.foliot.diagnose.counters.capture.CaptureText.Line;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Parses the CSV of PCM, Intel's Performance Counter Monitor: the parts of the machine, the names
 * of the columns, then a line for each interval.
 *
 * <p>The whole system's columns come first, so of equal names the first one stands. Intervals are
 * averaged. Counts of an interval are left out, since they grow with it.
 */
final class PcmCsv {
  static final String FORMAT = "PCM CSV";

  private static final Set<String> MARKS = Set.of("exec", "ipc", "freq", "l3miss");

  private static final Map<String, String> METRICS =
      Map.of(
          "exec", "instructions per nominal cycle",
          "ipc", "IPC",
          "afreq", "AFREQ",
          "l3mpi", "L3 miss per instr",
          "l2mpi", "L2 miss per instr");

  private PcmCsv() {}

  /** Parses the text; returns whether it has this format. */
  static boolean read(CaptureText text, Tally tally) {
    @Nullable List<String> head = null;
    Set<Integer> columns = new HashSet<>();
    for (Line line : text.lines()) {
      List<String> cells = cells(line.text());
      if (head != null) {
        Csv.checkWidth(text, line, cells, head.size());
        for (int column : columns) {
          OptionalDouble value = Csv.number(text, line, cells.get(column));
          if (value.isPresent()) {
            tally.metric(METRICS.getOrDefault(head.get(column), ""), value.getAsDouble());
          }
        }
      } else if (lower(cells).containsAll(MARKS)) {
        head = lower(cells);
        List<String> seen = new ArrayList<>();
        for (int column = 0; column < head.size(); column++) {
          if (METRICS.containsKey(head.get(column)) && !seen.contains(head.get(column))) {
            seen.add(head.get(column));
            columns.add(column);
          }
        }
      } else if (line.number() > 2) {
        return false;
      }
    }
    return head != null;
  }

  private static List<String> cells(String line) {
    return Csv.cells(line, line.indexOf(';') >= 0 ? ';' : ',');
  }

  private static List<String> lower(List<String> cells) {
    return cells.stream().map(cell -> cell.toLowerCase(Locale.ROOT)).toList();
  }
}
