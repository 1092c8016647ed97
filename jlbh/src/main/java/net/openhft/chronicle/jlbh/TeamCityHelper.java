package net.openhft.chronicle.jlbh;

import java.io.PrintStream;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import net.openhft.chronicle.core.util.Histogram;

/** Prints results as TeamCity's build statistics. */
public final class TeamCityHelper {
  private static final double US = 1e3;

  private TeamCityHelper() {}

  /**
   * Prints a histogram of Chronicle, in microseconds.
   *
   * @param prefix of all keys
   * @param histogram of the program
   * @param printStream takes the lines
   */
  public static void histo(String prefix, Histogram histogram, PrintStream printStream) {
    double[] values =
        Arrays.stream(MeasuredResult.fractions(histogram.totalCount()))
            .map(histogram::percentile)
            .toArray();
    print(prefix, List.of(values), histogram.totalCount(), printStream);
  }

  /**
   * Prints the last run, in microseconds.
   *
   * @param prefix of all keys
   * @param jlbh that has run
   * @param iterations messages of a run
   * @param printStream takes the lines
   */
  public static void teamCityStatsLastRun(
      String prefix, JLBH jlbh, long iterations, PrintStream printStream) {
    print(prefix + ".end-to-end", jlbh.percentileRuns(), iterations, printStream);
    jlbh.additionalPercentileRuns()
        .forEach((name, runs) -> print(prefix + "." + name, runs, iterations, printStream));
  }

  private static void print(
      String prefix, List<double[]> runs, long iterations, PrintStream printStream) {
    if (runs.isEmpty()) {
      return;
    }
    double[] values = runs.get(runs.size() - 1);
    double[] fractions = MeasuredResult.fractions(iterations);
    for (int i = 0; i < Math.min(values.length, fractions.length); i++) {
      printStream.printf(
          Locale.ROOT,
          "##teamcity[buildStatisticValue key='%s.%s%s' value='%s']%n",
          escaped(prefix),
          fractions[i] == 1 ? "1.0" : BigDecimal.valueOf(fractions[i]).toPlainString(),
          ".java" + Runtime.version().feature(),
          BigDecimal.valueOf(values[i] / US).toPlainString());
    }
  }

  private static String escaped(String text) {
    return text.replace("|", "||")
        .replace("'", "|'")
        .replace("[", "|[")
        .replace("]", "|]")
        .replace("\n", "|n")
        .replace("\r", "|r");
  }
}
