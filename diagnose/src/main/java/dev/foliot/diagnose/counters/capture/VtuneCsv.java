package dev.foliot.diagnose.counters.capture;

import dev.foliot.diagnose.counters.capture.CaptureText.Line;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Parses two reports of VTune in CSV, with any of its separators: {@code -report hw-events}, counts
 * per function that are added up, and {@code -report summary}, a tree of metrics.
 *
 * <p>VTune samples: a count is a number of samples times the events between two of them. Counts of
 * {@code Total} contain those of callees, so only those of {@code Self} are added where both are
 * there.
 */
final class VtuneCsv {
  static final String EVENTS = "VTune hw-events CSV";
  static final String SUMMARY = "VTune summary CSV";

  private static final int HEAD_WITHIN = 20;
  private static final String COUNT = "hardware event count:";

  /** A usual number of events between two samples. */
  private static final double EVENTS_PER_SAMPLE = 1e5;

  private static final double NS_PER_S = 1e9;
  private static final double MS_PER_S = 1_000;
  private static final double MOST_GHZ = 100;
  private static final double MOST_FRACTIONS = 1.5;
  private static final Pattern COLUMN =
      Pattern.compile(
          "hardware event (sample )?count:(.{2,120}?)(?:_ps)?(:self|:total)?( \\(([kmg])\\))?");
  private static final Map<String, Double> UNITS = Map.of("k", 1e3, "m", 1e6, "g", 1e9);
  private static final Pattern PERCENT = Pattern.compile(" ?\\(%\\)$");

  /** VTune's names of the levels, where they are not perf's. */
  private static final Map<String, String> LEVELS =
      Map.ofEntries(
          Map.entry("front-end bound", "frontend_bound"),
          Map.entry("front-end latency", "fetch_latency"),
          Map.entry("front-end bandwidth", "fetch_bandwidth"),
          Map.entry("back-end bound", "backend_bound"),
          Map.entry("branch mispredict", "branch_mispredicts"),
          Map.entry("itlb overhead", "itlb_misses"),
          Map.entry("dtlb overhead", "dtlb_load"),
          Map.entry("memory bandwidth", "mem_bandwidth"),
          Map.entry("memory latency", "mem_latency"));

  private static final Set<String> SHARES =
      Set.of(
          "retiring",
          "light operations",
          "heavy operations",
          "bad speculation",
          "machine clears",
          "memory bound",
          "core bound",
          "icache misses",
          "branch resteers",
          "l1 bound",
          "l2 bound",
          "l3 bound",
          "dram bound",
          "store bound",
          "contested accesses",
          "data sharing",
          "l3 latency",
          "false sharing",
          "lock latency",
          "fb full",
          "remote cache",
          "remote dram",
          "local dram");

  /** The shares that add up to the whole. */
  private static final Set<String> TOP =
      Set.of("frontend_bound", "backend_bound", "bad_speculation", "retiring");

  private final CaptureText text;
  private final char separator;

  private VtuneCsv(CaptureText text, char separator) {
    this.text = text;
    this.separator = separator;
  }

  /** Parses the text; the name of the report, or null for another format. */
  static @Nullable String read(CaptureText text, Tally tally) {
    for (int at = 0; at < Math.min(HEAD_WITHIN, text.lines().size()); at++) {
      String head = text.lines().get(at).text();
      List<Line> rest = text.lines().subList(at + 1, text.lines().size());
      Character separator = Csv.separator(head, "metric name");
      if (separator != null && head.toLowerCase(Locale.ROOT).contains("metric value")) {
        new VtuneCsv(text, separator).summary(rest, tally);
        return SUMMARY;
      }
      if (head.toLowerCase(Locale.ROOT).contains(COUNT)) {
        separator = separatorOfEvents(head);
        if (separator == null) {
          throw text.damaged(
              text.lines().get(at), "its columns cannot be told apart: use -csv-delimiter comma");
        }
        new VtuneCsv(text, separator).events(head, rest, tally);
        return EVENTS;
      }
    }
    return null;
  }

  private static @Nullable Character separatorOfEvents(String head) {
    for (char separator : new char[] {'\t', ';', '^', '|', ','}) {
      List<String> cells = Csv.cells(head.toLowerCase(Locale.ROOT), separator);
      if (cells.size() > 1
          && cells.stream().anyMatch(cell -> cell.startsWith(COUNT))
          && cells.stream().noneMatch(cell -> cell.lastIndexOf(COUNT) > 0)) {
        return separator;
      }
    }
    return null;
  }

  private void events(String headLine, List<Line> lines, Tally tally) {
    List<String> head = Csv.cells(headLine, separator);
    Map<String, Double> counts = new LinkedHashMap<>();
    Map<String, Double> samples = new LinkedHashMap<>();
    boolean self = head.stream().anyMatch(name -> name.toLowerCase(Locale.ROOT).contains(":self"));
    double cpuS = 0;
    for (Line line : lines) {
      List<String> cells = Csv.cells(line.text(), separator);
      Csv.checkWidth(text, line, cells, head.size());
      for (int column = 0; column < head.size(); column++) {
        String name = head.get(column).toLowerCase(Locale.ROOT);
        Matcher event = COLUMN.matcher(name);
        if (name.equals("cpu time") || name.equals("cpu time:self")) {
          cpuS += Csv.number(text, line, cells.get(column)).orElse(0);
        } else if (event.matches() && !(self && ":total".equals(event.group(3)))) {
          double value =
              Csv.number(text, line, cells.get(column)).orElse(0)
                  * (event.group(5) == null ? 1 : UNITS.getOrDefault(event.group(5), 1.0));
          if (value < 0) {
            throw text.damaged(line, "a count below 0");
          }
          (event.group(1) == null ? counts : samples).merge(event.group(2), value, Double::sum);
        }
      }
    }
    if (cpuS > 0) {
      tally.count("task-clock", cpuS * MS_PER_S, Tally.Extent.WHOLE);
    }
    counts.forEach((event, count) ->
        tally.sampled(event, count, samples.getOrDefault(event, count / EVENTS_PER_SAMPLE)));
  }

  private void summary(List<Line> lines, Tally tally) {
    Map<String, Double> shares = new LinkedHashMap<>();
    boolean ofEvents = false;
    for (Line line : lines) {
      List<String> cells = Csv.cells(line.text(), separator);
      if (cells.size() < 3 || !PrintedMetric.isWhole(cells.getFirst())) {
        throw text.damaged(line, "no line of VTune's summary");
      }
      String name = cells.get(1).toLowerCase(Locale.ROOT);
      String value = cells.get(2);
      if (name.equals("hardware event type")) {
        ofEvents = true;
      } else if (ofEvents && cells.size() > 3) {
        Csv.number(text, line, value)
            .ifPresent(count -> tally.sampled(name, count, samples(text, line, cells)));
      } else {
        ofEvents = false;
        if (name.equals("name") && value.toLowerCase(Locale.ROOT).contains("intel")) {
          tally.cpu(value);
        }
        figure(name, PrintedMetric.number(value.replace("%", "").strip()), shares, tally);
      }
    }
    double top =
        shares.entrySet().stream()
            .filter(share -> TOP.contains(share.getKey()))
            .mapToDouble(Map.Entry::getValue)
            .sum();
    double factor = top > 0 && top < MOST_FRACTIONS ? 100 : 1;
    shares.forEach((name, share) -> tally.metric("tma_" + name + " (%)", share * factor));
  }

  private static double samples(CaptureText text, Line line, List<String> cells) {
    return Csv.number(text, line, cells.get(3)).orElse(1);
  }

  private static void figure(
      String printed, OptionalDouble number, Map<String, Double> shares, Tally tally) {
    if (number.isEmpty()) {
      return;
    }
    double value = number.getAsDouble();
    String name = PERCENT.matcher(printed).replaceFirst("");
    switch (name) {
      case "elapsed time" -> tally.at(value);
      case "cpu time" -> tally.count("task-clock", value * MS_PER_S, Tally.Extent.WHOLE);
      case "clockticks" -> sampled("cpu_clk_unhalted.thread", value, tally);
      case "instructions retired" -> sampled("inst_retired.any", value, tally);
      case "cpi rate" -> tally.metric("CPI", value);
      case "average cpu frequency" -> tally.metric("GHz", value > MOST_GHZ ? ghz(value) : value);
      default -> {
        String level = LEVELS.get(name);
        if (level != null || SHARES.contains(name)) {
          shares.putIfAbsent(level == null ? name.replace(' ', '_') : level, value);
        }
      }
    }
  }

  private static double ghz(double value) {
    return value > MOST_GHZ * MS_PER_S ? value / NS_PER_S : value / MS_PER_S;
  }

  private static void sampled(String event, double value, Tally tally) {
    tally.sampled(event, value, value / EVENTS_PER_SAMPLE);
  }
}
