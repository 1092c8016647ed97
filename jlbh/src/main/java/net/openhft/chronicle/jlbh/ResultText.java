package net.openhft.chronicle.jlbh;

import dev.foliot.bench.Defects;
import dev.foliot.bench.Durations;
import dev.foliot.bench.Measurement;
import dev.foliot.text.LoadReason;
import dev.foliot.text.Reason;
import dev.foliot.text.Shown;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The report in the form that JLBH's users know, in microseconds. */
final class ResultText {
  private static final int WIDTH = 100;
  private static final double US = 1e3;
  private static final double SECOND = 1e9;
  private static final double REACHED = 0.99;

  private final JLBHOptions options;

  ResultText(JLBHOptions options) {
    this.options = options;
  }

  /**
   * What was asked for and is not done, a line for each.
   *
   * @param harness the program's own class, where it extends JLBH
   */
  List<String> ignored(Class<?> harness) {
    List<String> lines = new ArrayList<>();
    if (declares(harness, "createHistogram")) {
      lines.add(
          "createHistogram is ignored: Foliot's own histogram has all durations from 1 ns on, and"
              + " an exact maximum");
    }
    if (options.jitterAffinity) {
      lines.add("jitterAffinity is ignored: Foliot's pause meter has no CPU of its own");
    }
    if (options.recordOsJitter && options.jitterAboveNs != new JLBHOptions().jitterAboveNs) {
      lines.add("recordJitterGreaterThanNs is ignored: Foliot's pause meter has its own limit");
    }
    return lines;
  }

  private static boolean declares(Class<?> harness, String method) {
    for (Class<?> type = harness; type != JLBH.class; type = type.getSuperclass()) {
      if (Arrays.stream(type.getDeclaredMethods()).anyMatch(one -> one.getName().equals(method))) {
        return true;
      }
    }
    return false;
  }

  /** What differs from a run under JLBH and changes response times, a sentence for each. */
  List<String> differences(Measurement run) {
    return options.recordOsJitter && !run.jitter().mode().equals("spin")
        ? List.of(
            "JLBH's jitter thread spins and keeps a CPU awake, Foliot's pause meter sleeps: tasks"
                + " that wake threads differ, --jitter spin does as JLBH does")
        : List.of();
  }

  /** The report of a run. */
  String run(int number, Measurement run) {
    StringBuilder text = new StringBuilder(title("BENCHMARK RESULTS (RUN " + number + ") us"));
    Measurement.Totals totals = run.totals();
    line(
        text,
        "Run time: %.3f s, distribution: %s",
        totals.time().spanNs() / SECOND,
        options.distribution());
    line(text, "Correcting for co-ordinated:%s", options.accountForCoordinatedOmission);
    line(text, "Target throughput:%s = 1 message every %s", options.rate(), gap());
    double asked = options.rate().perSecond();
    if (run.failure() == null && totals.achievedPerSecond() < REACHED * asked) {
      line(
          text,
          "Reached: %,.0f/s, %.1f %% of the target",
          totals.achievedPerSecond(),
          100 * totals.achievedPerSecond() / asked);
    }
    durations(text, "End to End", MeasuredResult.endToEnd(run, options));
    run.probes().forEach((name, durations) -> durations(text, name, durations));
    if (options.recordOsJitter) {
      durations(text, "OS Jitter", run.jitter().durations());
    }
    if (number == 1) {
      differences(run).forEach(note -> line(text, "%s", note));
    }
    faults(run).forEach(fault -> line(text, "INVALID: %s", fault));
    return text.append("-".repeat(WIDTH)).append('\n').toString();
  }

  private static List<String> faults(Measurement run) {
    List<String> lines = new ArrayList<>();
    for (Reason reason : Defects.ofMessages(run)) {
      lines.add(
          reason.is(LoadReason.EndsRefused.class)
              ? run.totals().faults().refusedEnds() + " samples belong to no message of this run"
              : reason.is(LoadReason.MessagesLost.class)
                  ? run.totals().lost() + " messages were never sampled"
                  : reason.text());
    }
    return lines;
  }

  private String gap() {
    double gapNs = options.rate().meanGapNs();
    return gapNs < US
        ? String.format(Locale.ROOT, "%.0fns", gapNs)
        : String.format(Locale.ROOT, "%.0fus", gapNs / US);
  }

  private static void durations(StringBuilder text, String name, Durations durations) {
    String label = String.format(Locale.ROOT, "%s (%,d)", Shown.text(name), durations.count());
    line(
        text,
        "%-48s50/90 99/99.9 99.99 - worst was %s / %s  %s / %s  %s - %s",
        label,
        us(durations, 0.5),
        us(durations, 0.9),
        us(durations, 0.99),
        us(durations, 0.999),
        us(durations, 0.9999),
        us(durations, 1));
  }

  private static String us(Durations durations, double fraction) {
    double us = MeasuredResult.valueNs(durations, fraction) / US;
    String form = us < 10 ? "%.3f" : us < 100 ? "%.2f" : us < 1000 ? "%.1f" : "%,.0f";
    return String.format(Locale.ROOT, form, us);
  }

  /** The summaries of all runs. */
  String summary(MeasuredResult result) {
    StringBuilder text = new StringBuilder();
    boolean skip = options.skipsFirstRun();
    text.append(summary("end to end", result.percentileRuns(), skip));
    result.probePercentileRuns().forEach((name, runs) -> text.append(summary(name, runs, skip)));
    return text.toString();
  }

  /**
   * The percentiles of several runs side by side, and by how much of the largest they differ.
   *
   * @param runs in nanoseconds
   * @param skipFirst whether the first run does not count in the last column
   */
  static String summary(String label, List<double[]> runs, boolean skipFirst) {
    StringBuilder text = new StringBuilder(title("SUMMARY (" + Shown.text(label) + ") us"));
    if (runs.isEmpty()) {
      return text.append("-".repeat(WIDTH)).append('\n').toString();
    }
    StringBuilder head = new StringBuilder("Percentile");
    for (int run = 1; run <= runs.size(); run++) {
      head.append(String.format(Locale.ROOT, "   %-10s", "run" + run));
    }
    line(text, "%s%s", head, "% Variation");
    int rows = runs.stream().mapToInt(one -> one.length).min().orElse(0);
    double[] fractions = fractions(rows);
    for (int row = 0; row < rows; row++) {
      int at = row;
      double[] values = runs.stream().mapToDouble(one -> one[at] / US).toArray();
      String name = row == rows - 1 ? "worst:" : percent(fractions[row]) + ":";
      String columns =
          Arrays.stream(values)
              .mapToObj(one -> String.format(Locale.ROOT, "%12.2f", one))
              .collect(Collectors.joining(" "));
      line(text, "%-10s %s %12.2f", name, columns, variation(values, skipFirst));
    }
    return text.append("-".repeat(WIDTH)).append('\n').toString();
  }

  private static double[] fractions(int rows) {
    // the list grows with the count; the one of this length is the one
    for (long count = 1; count < Long.MAX_VALUE / 4; count = 3 * count + 1) {
      double[] fractions = MeasuredResult.fractions(count);
      if (fractions.length == rows) {
        return fractions;
      }
    }
    return MeasuredResult.fractions(Long.MAX_VALUE);
  }

  private static String percent(double fraction) {
    BigDecimal percent = BigDecimal.valueOf(fraction).movePointRight(2);
    return percent.setScale(Math.max(1, percent.scale()), RoundingMode.UNNECESSARY).toPlainString();
  }

  static double variation(double[] values, boolean skipFirst) {
    double[] counted =
        skipFirst && values.length > 1 ? Arrays.copyOfRange(values, 1, values.length) : values;
    double most = Arrays.stream(counted).max().orElse(0);
    double least = Arrays.stream(counted).min().orElse(0);
    return most == 0 ? 0 : 100 * (most - least) / most;
  }

  private static String title(String words) {
    String start = "-".repeat(32) + " " + words + " ";
    return start + "-".repeat(Math.max(3, WIDTH - start.length())) + "\n";
  }

  @SuppressWarnings("AnnotateFormatMethod") // Error Prone's annotations are no dependency
  private static void line(StringBuilder text, String form, Object... values) {
    text.append(String.format(Locale.ROOT, form, values)).append('\n');
  }
}
