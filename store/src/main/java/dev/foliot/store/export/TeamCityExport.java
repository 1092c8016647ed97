package dev.foliot.store.export;

import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;

/**
 * Writes a service message of TeamCity for each percentile of the system under test, which a build
 * turns into a statistic by printing it.
 *
 * <p>Format: jetbrains.com/help/teamcity, "Service Messages", "Reporting Build Statistics".
 */
final class TeamCityExport {
  private TeamCityExport() {}

  static void write(ExportRun run, OutputStream out) throws IOException {
    StringBuilder lines = new StringBuilder();
    for (ExportSeries series : run.series()) {
      if (SmallerExport.isOfTheSystem(series.kind())) {
        for (String percentile : series.percentiles()) {
          series
              .range(percentile)
              .ifPresent(range -> lines.append(line(run, series, percentile, range.median())));
        }
      }
    }
    out.write(lines.toString().getBytes(StandardCharsets.UTF_8));
  }

  private static String line(ExportRun run, ExportSeries series, String percentile, double median) {
    return "##teamcity[buildStatisticValue key='%s' value='%s']\n"
        .formatted(
            escaped(
                "%s %s %s, %s"
                    .formatted(
                        run.benchmark(),
                        series.label(),
                        percentile.replace('_', '.'),
                        series.rows().getFirst().figures().unit())),
            BigDecimal.valueOf(median).stripTrailingZeros().toPlainString());
  }

  /** By TeamCity's rules: a bar before its own signs, and the code of what is not ASCII. */
  static String escaped(String text) {
    StringBuilder escaped = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '|', '\'', '[', ']' -> escaped.append('|').append(c);
        case '\n' -> escaped.append("|n");
        case '\r' -> escaped.append("|r");
        default -> {
          if (c < 128) {
            escaped.append(c);
          } else {
            escaped.append("|0x%04X".formatted((int) c));
          }
        }
      }
    }
    return escaped.toString();
  }
}
