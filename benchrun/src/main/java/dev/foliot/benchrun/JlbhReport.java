package dev.foliot.benchrun;

import dev.foliot.store.Percentiles;
import dev.foliot.store.beside.BesideRecord;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What JLBH printed: a measurement for each start of JLBH, with its runs.
 *
 * @param runs in order, at least one
 * @param jitterThread whether its jitter thread ran
 */
record JlbhReport(List<Run> runs, boolean jitterThread) {
  private static final Pattern TITLE = Pattern.compile("-+ BENCHMARK RESULTS \\(RUN (\\d+)\\).*");
  private static final Pattern TIME = Pattern.compile("Run time: ([0-9.]+) ?s.*");
  private static final Pattern END_TO_END =
      Pattern.compile("End to End: \\(([0-9,]+)\\)\\s+(.*) was (.*)");
  private static final Pattern NUMBER = Pattern.compile("[0-9][0-9.,]*|worst");
  private static final double NS_PER_US = 1e3;

  /** Keeps a copy. */
  JlbhReport {
    runs = List.copyOf(runs);
  }

  /**
   * A run.
   *
   * @param messages how many
   * @param seconds how long it took; 0 where it is not said
   * @param percentilesNs by name, the maximum as {@code max}
   */
  record Run(long messages, double seconds, Map<String, Long> percentilesNs) {}

  /** Reads all measurements that a program printed. */
  static List<JlbhReport> parse(String text) {
    List<JlbhReport> all = new ArrayList<>();
    List<Run> runs = new ArrayList<>();
    boolean jitter = false;
    double seconds = 0;
    for (String line : text.lines().toList()) {
      Matcher title = TITLE.matcher(line);
      Matcher time = TIME.matcher(line);
      Matcher end = END_TO_END.matcher(line);
      if (title.matches()) {
        if (title.group(1).equals("1") && !runs.isEmpty()) {
          all.add(new JlbhReport(runs, jitter));
          runs = new ArrayList<>();
          jitter = false;
        }
        seconds = 0;
      } else if (time.matches()) {
        seconds = Double.parseDouble(time.group(1));
      } else if (end.matches()) {
        runs.add(
            new Run(
                Long.parseLong(end.group(1).replace(",", "")),
                seconds,
                percentiles(end.group(2), end.group(3))));
      } else if (line.startsWith("OS Jitter")) {
        jitter = true;
      }
    }
    if (!runs.isEmpty()) {
      all.add(new JlbhReport(runs, jitter));
    }
    return all;
  }

  /** The names stand before the values, in the same order: {@code 50/90 99/99.9 - worst}. */
  private static Map<String, Long> percentiles(String names, String values) {
    List<String> heads = NUMBER.matcher(names).results().map(one -> one.group()).toList();
    List<String> cells = NUMBER.matcher(values).results().map(one -> one.group()).toList();
    Map<String, Long> all = new LinkedHashMap<>();
    for (int i = 0; i < Math.min(heads.size(), cells.size()); i++) {
      String name =
          heads.get(i).equals("worst")
              ? BesideRecord.MAX
              : Percentiles.name(new BigDecimal(heads.get(i)));
      double us = Double.parseDouble(cells.get(i).replace(",", ""));
      all.put(name, Math.round(us * NS_PER_US));
    }
    return Collections.unmodifiableMap(all);
  }

  /**
   * The median of each percentile over its last runs, and the largest maximum.
   *
   * @param count how many of the last runs count
   */
  Map<String, Long> percentilesNs(int count) {
    List<Run> counted = last(count);
    Map<String, Long> all = new LinkedHashMap<>();
    for (String name : counted.getFirst().percentilesNs().keySet()) {
      List<Long> values =
          counted.stream()
              .map(run -> run.percentilesNs().get(name))
              .filter(value -> value != null)
              .sorted()
              .toList();
      all.put(
          name,
          name.equals(BesideRecord.MAX)
              ? values.getLast()
              : (values.get((values.size() - 1) / 2) + values.get(values.size() / 2)) / 2);
    }
    return all;
  }

  /** Messages in a second over its last runs; 0 where it is not said. */
  double achievedPerS(int count) {
    double seconds = last(count).stream().mapToDouble(Run::seconds).sum();
    return seconds == 0 ? 0 : last(count).stream().mapToLong(Run::messages).sum() / seconds;
  }

  private List<Run> last(int count) {
    return runs.subList(Math.max(0, runs.size() - Math.max(1, count)), runs.size());
  }
}
