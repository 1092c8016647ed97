package dev.foliot.audit;

import java.util.Iterator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The summaries of hey and of oha, which took hey's over and gave it other units. */
final class HeyReport {
  private static final Pattern SLOWEST = Pattern.compile("\\s*Slowest:\\s+(\\S+ ?[a-zµ]+)\\s*");
  private static final Pattern PERCENTILE =
      Pattern.compile("\\s*([0-9]{1,3}(?:\\.[0-9]{1,6})?)%{1,2} in (\\S+ [a-zµ]+)\\s*");
  private static final Pattern RATE =
      Pattern.compile("\\s*Requests/sec:\\s+([0-9]{1,12}(?:\\.[0-9]{1,6})?)\\s*");

  private HeyReport() {}

  static @Nullable AuditReport parse(String output) {
    ReportLines said = new ReportLines();
    String tool = null;
    boolean over = false;
    for (Iterator<String> lines = ReportLines.of(output).iterator(); lines.hasNext(); ) {
      String line = lines.next();
      switch (line.strip()) {
        case "Latency distribution:" -> tool = "hey";
        case "Response time distribution:" -> tool = "oha";
        // oha's breakdowns by success, and the parts of a request
        case "Details (average, fastest, slowest):",
            "Details (average, fastest, slowest)",
            "Response time histogram (2xx only):",
            "Response time distribution (2xx only):",
            "Response time histogram (4xx + 5xx only):",
            "Response time distribution (4xx + 5xx only):" ->
            over = true;
        default -> {
          if (!over) {
            read(line, said);
          }
        }
      }
    }
    return tool == null || said.saysNothing() ? null : said.report(tool);
  }

  private static void read(String line, ReportLines said) {
    Matcher percentile = PERCENTILE.matcher(line);
    if (percentile.matches()) {
      said.say(percentile.group(1), ReportLines.ns(percentile.group(2)));
      return;
    }
    Matcher slowest = SLOWEST.matcher(line);
    if (slowest.matches()) {
      said.say("100", ReportLines.ns(slowest.group(1)));
      return;
    }
    Matcher rate = RATE.matcher(line);
    if (rate.matches()) {
      said.rate(rate.group(1));
    }
  }
}
