package dev.foliot.diagnose.counters.capture;

import dev.foliot.diagnose.counters.capture.CaptureText.Line;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Parses the tables of {@code likwid-perfctr}, framed or as CSV ({@code -O}).
 *
 * <p>Events are added over the hardware threads, metrics averaged. The tables of sums and means
 * repeat them and are left out.
 */
final class Likwid {
  static final String FORMAT = "likwid-perfctr";

  private static final double MHZ_PER_GHZ = 1_000;
  private static final String CPU = "cpu name:";

  /** The fixed counters, by perf's names. */
  private static final Map<String, String> NAMES =
      Map.of(
          "INSTR_RETIRED_ANY", "instructions",
          "RETIRED_INSTRUCTIONS", "instructions",
          "CPU_CLK_UNHALTED_CORE", "cycles",
          "CPU_CLOCKS_UNHALTED", "cycles",
          "CPU_CLK_UNHALTED_REF", "ref-cycles");

  private enum Table {
    NONE,
    EVENTS,
    METRICS
  }

  private Likwid() {}

  /** Parses the text; returns whether it has this format. */
  static boolean read(CaptureText text, Tally tally) {
    if (text.lines().stream().noneMatch(line -> isHead(cells(line), "event", "counter"))) {
      return false;
    }
    Table table = Table.NONE;
    int width = 0;
    boolean framed = text.lines().stream().anyMatch(Likwid::isRule);
    for (Line line : text.lines()) {
      if (line.text().startsWith("|") && (line.text().length() < 2 || !line.text().endsWith("|"))) {
        throw text.damaged(line, "a row that is cut off");
      }
      List<String> cells = cells(line);
      String first = cells.getFirst();
      if (first.toLowerCase(Locale.ROOT).startsWith(CPU)) {
        tally.cpu(
            cells.size() > 1 && !cells.get(1).isEmpty()
                ? cells.get(1)
                : first.substring(CPU.length()));
      }
      if (cells.size() < 2 && table != Table.NONE && !framed) {
        throw text.damaged(line, "a row that is cut off");
      } else if (cells.size() < 2 || line.text().startsWith("TABLE")) {
        table = isRule(line) ? table : Table.NONE;
      } else if (isHead(cells, "event", "counter")) {
        table = isStatistics(cells) ? Table.NONE : Table.EVENTS;
        width = cells.size();
      } else if (first.equalsIgnoreCase("metric")) {
        table = isStatistics(cells) ? Table.NONE : Table.METRICS;
        width = cells.size();
      } else if (table == Table.EVENTS) {
        Csv.checkWidth(text, line, cells, width);
        for (OptionalDouble count : numbers(text, line, cells.subList(2, cells.size()))) {
          tally.count(
              NAMES.getOrDefault(first, first.toLowerCase(Locale.ROOT)),
              count.orElse(0),
              Tally.Extent.WHOLE);
        }
      } else if (table == Table.METRICS) {
        Csv.checkWidth(text, line, cells, width);
        for (OptionalDouble value : numbers(text, line, cells.subList(1, cells.size()))) {
          value.ifPresent(number -> metric(first, number, tally));
        }
      }
    }
    return true;
  }

  private static void metric(String name, double value, Tally tally) {
    if (name.startsWith("Runtime (RDTSC)")) {
      tally.at(value);
    } else if (name.equals("Clock [MHz]")) {
      tally.metric("GHz", value / MHZ_PER_GHZ);
    } else if (!name.startsWith("Runtime")) {
      tally.metric(name, value);
    }
  }

  private static List<OptionalDouble> numbers(CaptureText text, Line line, List<String> cells) {
    List<OptionalDouble> numbers = new ArrayList<>();
    cells.stream()
        .filter(cell -> !cell.isEmpty())
        .forEach(cell -> numbers.add(Csv.number(text, line, cell)));
    return numbers;
  }

  /** The frame between two rows ends no table. */
  private static boolean isRule(Line line) {
    return line.text().startsWith("+--");
  }

  private static boolean isHead(List<String> cells, String first, String second) {
    return cells.size() > 2
        && cells.getFirst().equalsIgnoreCase(first)
        && cells.get(1).equalsIgnoreCase(second);
  }

  private static boolean isStatistics(List<String> cells) {
    return cells.stream().anyMatch(cell -> cell.equalsIgnoreCase("sum"));
  }

  private static List<String> cells(Line line) {
    String text = line.text().strip();
    if (!text.startsWith("|")) {
      return Csv.cells(text, ',');
    }
    List<String> cells = Csv.cells(text.substring(1), '|');
    return cells.size() > 1 && cells.getLast().isEmpty()
        ? cells.subList(0, cells.size() - 1)
        : cells;
  }
}
