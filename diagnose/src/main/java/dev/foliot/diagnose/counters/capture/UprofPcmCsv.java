package dev.foliot.diagnose.counters.capture;

import dev.foliot.diagnose.counters.capture.CaptureText.Line;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Parses the CSV of AMDuProfPcm, after a head about the system.
 *
 * <p>Over time there are three lines of heads, the parts of the machine above the metrics, and then
 * a line per interval. The cumulative form has a metric per line and a part per column. Where the
 * whole system is a part, it stands; elsewhere the parts are averaged. Counts grow with the
 * duration and are left out.
 */
final class UprofPcmCsv {
  static final String FORMAT = "AMDuProfPcm CSV";

  private static final double MHZ_PER_GHZ = 1_000;
  private static final double GIGA = 1e9;
  private static final String SYSTEM = "system";
  private static final Pattern SECTION = Pattern.compile("\"?(?:CORE|L3|DF|UMC) METRICS\\b.*");
  private static final Pattern KNOWN =
      Pattern.compile(
          ".{1,90}\\(pti\\)|(?:IPC|CPI) ?\\(Sys ?\\+ ?User\\)|Eff Freq ?\\(MHz\\)"
              + "|Utilization ?\\(%\\)|L3 (?:Miss|Hit) ?%|Total (?:Est )?Mem Bw ?\\(GB/s\\)"
              + "|(?:Frontend|Backend)_Bound(?:\\.[A-Za-z]{2,20})?|Giga Instructions Per Sec");
  private static final Pattern CPU = Pattern.compile(".*(AMD (?:EPYC|Ryzen|Eng)[^,\"]{0,80}).*");
  private static final Pattern PTI = Pattern.compile(" ?\\(pti\\)$");
  private static final Pattern TIME = Pattern.compile("[0-9:/. -]{1,40}");
  private static final Set<String> NO_METRIC =
      Set.of("", "timestamp", "recordid", "record id", "time", "sample", "metric");

  /** Counts over the whole time. */
  private static final Set<String> COUNTS =
      Set.of(
          "l3 access",
          "l3 miss",
          "total_dispatch_slots",
          "retired instructions",
          "cycles not in halt");

  private static final Map<String, String> LEVELS =
      Map.of(
          "frontend_bound.latency", "frontend_bound_latency",
          "frontend_bound.bw", "frontend_bound_bandwidth",
          "backend_bound.memory", "backend_bound_memory",
          "backend_bound.cpu", "backend_bound_cpu");

  private final CaptureText text;
  private final Tally tally;

  private UprofPcmCsv(CaptureText text, Tally tally) {
    this.text = text;
    this.tally = tally;
  }

  /** Parses the text; returns whether it has this format. */
  static boolean read(CaptureText text, Tally tally) {
    boolean section =
        text.lines().stream().anyMatch(line -> SECTION.matcher(line.text()).matches());
    if (!section && text.lines().stream().noneMatch(line -> isHead(cells(line)))) {
      return false;
    }
    text.lines().stream()
        .map(line -> CPU.matcher(line.text()))
        .filter(cpu -> cpu.matches())
        .findFirst()
        .ifPresent(cpu -> tally.cpu(cpu.group(1)));
    new UprofPcmCsv(text, tally).parse();
    return true;
  }

  private static List<String> cells(Line line) {
    return Csv.cells(line.text(), ',');
  }

  private static boolean isHead(List<String> cells) {
    return cells.size() > 1 && cells.stream().anyMatch(cell -> KNOWN.matcher(cell).matches());
  }

  private void parse() {
    List<String> parts = List.of();
    @Nullable List<String> names = null;
    boolean cumulative = false;
    boolean begun = false;
    for (Line line : text.lines()) {
      List<String> cells = cells(line);
      if (SECTION.matcher(line.text()).matches()) {
        begun = true;
        names = null;
        cumulative = false;
        parts = List.of();
      } else if (cells.getFirst().equals("Metric")) {
        begun = true;
        cumulative = true;
        parts = cells;
      } else if (cumulative) {
        Csv.checkWidth(text, line, cells, parts.size());
        add(line, parts, cells);
      } else if (names == null && isHead(cells)) {
        begun = true;
        names = cells;
        parts = spread(parts, cells.size());
      } else if (names != null) {
        addOverTime(line, parts, names, cells);
      } else if (begun) {
        parts = cells;
      }
    }
  }

  /** The part of the machine above each column: it is printed above its first one. */
  private static List<String> spread(List<String> printed, int width) {
    List<String> parts = new ArrayList<>();
    String last = "";
    for (int column = 0; column < width; column++) {
      String part = column < printed.size() ? printed.get(column) : "";
      last = part.isEmpty() ? last : part;
      parts.add(last);
    }
    return parts;
  }

  private void add(Line line, List<String> parts, List<String> cells) {
    boolean system = hasSystem(parts);
    for (int column = 1; column < parts.size(); column++) {
      if (!system || isSystem(parts.get(column))) {
        add(line, cells.getFirst(), cells.get(column), isSystem(parts.get(column)));
      }
    }
  }

  private void addOverTime(Line line, List<String> parts, List<String> names, List<String> cells) {
    Csv.checkWidth(text, line, cells, names.size());
    for (int column = 0; column < names.size(); column++) {
      String name = names.get(column);
      boolean stamp = column == 0 && TIME.matcher(cells.getFirst()).matches();
      if (NO_METRIC.contains(name.toLowerCase(Locale.ROOT)) && (stamp || column > 0)) {
        continue;
      }
      if (!hasSystemFor(name, parts, names) || isSystem(parts.get(column))) {
        add(line, name, cells.get(column), isSystem(parts.get(column)));
      }
    }
  }

  private static boolean hasSystemFor(String name, List<String> parts, List<String> names) {
    for (int column = 0; column < names.size(); column++) {
      if (isSystem(parts.get(column)) && names.get(column).equals(name)) {
        return true;
      }
    }
    return false;
  }

  private static boolean hasSystem(List<String> parts) {
    return parts.stream().anyMatch(UprofPcmCsv::isSystem);
  }

  private static boolean isSystem(String part) {
    return part.toLowerCase(Locale.ROOT).startsWith(SYSTEM);
  }

  private void add(Line line, String name, String cell, boolean system) {
    OptionalDouble number = Csv.number(text, line, cell);
    String key = name.toLowerCase(Locale.ROOT);
    if (number.isEmpty() || COUNTS.contains(key) || NO_METRIC.contains(key)) {
      return;
    }
    double value = number.getAsDouble();
    String plain = key.replace(" ", "");
    if (plain.equals("cpi(sys+user)")) {
      tally.metric("CPI", value);
    } else if (plain.equals("ipc(sys+user)")) {
      tally.metric("IPC", value);
    } else if (plain.equals("efffreq(mhz)")) {
      tally.metric("GHz", value / MHZ_PER_GHZ);
    } else if (key.equals("giga instructions per sec")) {
      tally.metric(system ? Derivation.INSTRUCTIONS_PER_S : name, system ? value * GIGA : value);
    } else if (key.matches("(frontend|backend)_bound.*|bad_speculation.*|retiring.*|smt_disp.*")) {
      tally.metric(LEVELS.getOrDefault(key, key.replace('.', '_')) + " (%)", value);
    } else {
      tally.metric(PTI.matcher(name).replaceFirst(Derivation.PER_KILO), value);
    }
  }
}
