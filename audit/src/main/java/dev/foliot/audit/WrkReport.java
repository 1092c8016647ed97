package dev.foliot.audit;

import java.util.Iterator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The reports of wrk 4 and of wrk2, with {@code --latency} or without. Of wrk2's two distributions
 * the corrected one is read, which it prints first.
 */
final class WrkReport {
  private static final Pattern LATENCY =
      Pattern.compile("\\s*Latency\\s+\\S+\\s+\\S+\\s+(\\S+)\\s+\\S+%");
  private static final Pattern PERCENTILE =
      Pattern.compile("\\s*([0-9]{1,3}(?:\\.[0-9]{1,6})?)%\\s+(\\S+)");
  private static final Pattern RATE =
      Pattern.compile("Requests/sec:\\s+([0-9]{1,12}(?:\\.[0-9]{1,6})?)");

  private WrkReport() {}

  static @Nullable AuditReport parse(String output) {
    ReportLines said = new ReportLines();
    String tool = null;
    boolean inDistribution = false;
    for (Iterator<String> lines = ReportLines.of(output).iterator(); lines.hasNext(); ) {
      String line = lines.next();
      if (line.strip().startsWith("Thread Stats ")) {
        tool = "wrk";
      } else if (line.strip().startsWith("Latency Distribution")) {
        inDistribution = !line.contains("Uncorrected");
        tool = line.contains("HdrHistogram") ? "wrk2" : tool;
      } else if (line.strip().startsWith("Detailed Percentile spectrum")) {
        inDistribution = false;
      } else {
        read(line, inDistribution, said);
      }
    }
    return tool == null || said.saysNothing() ? null : said.report(tool);
  }

  private static void read(String line, boolean inDistribution, ReportLines said) {
    Matcher latency = LATENCY.matcher(line);
    if (latency.matches()) {
      said.say("100", ReportLines.ns(latency.group(1)));
      return;
    }
    Matcher percentile = PERCENTILE.matcher(line);
    if (inDistribution && percentile.matches()) {
      said.say(percentile.group(1), ReportLines.ns(percentile.group(2)));
      return;
    }
    Matcher rate = RATE.matcher(line);
    if (rate.matches()) {
      said.rate(rate.group(1));
    }
  }
}
