package dev.foliot.audit;

import java.util.Iterator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The end-of-test summary of k6 as text: the line of {@code http_req_duration}. */
final class K6Report {
  private static final Pattern DURATION =
      Pattern.compile("\\s*(?:[✓✗]\\s)?\\s*http_req_duration\\.{1,200}:\\s+(\\S.*)");
  private static final Pattern VALUE =
      Pattern.compile("(max|med|p\\(([0-9]{1,3}(?:\\.[0-9]{1,6})?)\\))=(\\S+)");
  private static final Pattern RATE =
      Pattern.compile(
          "\\s*http_reqs\\.{1,200}:\\s+[0-9]{1,15}\\s+([0-9]{1,12}(?:\\.[0-9]{1,12})?)/s.*");

  private K6Report() {}

  static @Nullable AuditReport parse(String output) {
    ReportLines said = new ReportLines();
    for (Iterator<String> lines = ReportLines.of(output).iterator(); lines.hasNext(); ) {
      String line = lines.next();
      Matcher duration = DURATION.matcher(line);
      if (duration.matches()) {
        Matcher value = VALUE.matcher(duration.group(1));
        while (value.find()) {
          said.say(percentile(value.group(1), value.group(2)), ReportLines.ns(value.group(3)));
        }
      }
      Matcher rate = RATE.matcher(line);
      if (rate.matches()) {
        said.rate(rate.group(1));
      }
    }
    return said.saysNothing() ? null : said.report("k6");
  }

  /** The percentile that a name of k6's stands for. */
  static String percentile(String name, @Nullable String number) {
    return switch (name) {
      case "max" -> "100";
      case "med" -> "50";
      default -> String.valueOf(number);
    };
  }
}
