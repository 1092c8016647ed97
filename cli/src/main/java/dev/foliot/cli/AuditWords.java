package dev.foliot.cli;

import dev.foliot.audit.AuditReport;
import dev.foliot.audit.AuditResult;
import dev.foliot.audit.AuditRow;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The sentence that an audit ends in, and its parts. */
final class AuditWords {
  private static final double US = 1e3;
  private static final double MS = 1e6;
  private static final double SECOND = 1e9;
  private static final double GREATEST = 100;
  private static final double HEADLINE = 99;

  private AuditWords() {}

  /** A time in the unit that suits it, with three digits. */
  static String time(@Nullable Long ns) {
    if (ns == null) {
      return "-";
    }
    double unit = ns < MS ? US : ns < SECOND ? MS : SECOND;
    double value = ns / unit;
    int decimals = value < 10 ? 2 : value < 100 ? 1 : 0;
    return String.format(Locale.ROOT, "%." + decimals + "f ", value)
        + (ns < MS ? "us" : ns < SECOND ? "ms" : "s");
  }

  /** How a percentile is called, as in {@code p99.9}. */
  static String percentile(double percentile) {
    if (percentile == GREATEST) {
      return "max";
    }
    String number = String.format(Locale.ROOT, "%.6f", percentile);
    return "p" + number.replaceFirst("\\.?0+$", "");
  }

  /** How many times as long, with two digits. */
  static String times(@Nullable Double ratio) {
    return ratio == null
        ? "-"
        : String.format(Locale.ROOT, ratio < 10 ? "%.1f" : "%,.0f", ratio) + " x";
  }

  /** What the audit found, in one sentence; empty where there is nothing to say. */
  static String sentence(AuditResult result) {
    AuditRow row = result.judged();
    AuditReport report = result.tool().report();
    if (row == null) {
      return "";
    }
    String waited = "users waited " + time(row.waitedNs());
    if (report == null) {
      return percentile(row.percentile())
          + ": "
          + waited
          + "; what the tool says of it was not understood";
    }
    String name = percentile(row.percentile());
    if (row.saidNs() == null) {
      return report.tool()
          + " said no "
          + name
          + "; "
          + waited
          + (report.tool().startsWith("wrk") ? " (run it with --latency)" : "");
    }
    return report.tool()
        + " said "
        + name
        + " = "
        + time(row.saidNs())
        + "; "
        + waited
        + ": "
        + verdict(row)
        + missing(result, row);
  }

  private static String verdict(AuditRow row) {
    return switch (row.verdict()) {
      case AGREES -> "they agree";
      case UNDERSTATES ->
          row.ratio() == null
              ? "it says nothing"
              : times(row.ratio()).replace(" x", " times as long");
      case OVERSTATES -> "it says more, and the rest is its own or the way's";
      case NOT_SAID -> "it says nothing";
    };
  }

  /** A tool that stays below the percentile at which stalls show may agree as far as it goes. */
  private static String missing(AuditResult result, AuditRow row) {
    if (row.percentile() >= HEADLINE) {
      return "";
    }
    AuditRow headline =
        Objects.requireNonNull(
            result.rows().stream()
                .filter(candidate -> candidate.percentile() == HEADLINE)
                .findFirst()
                .orElse(row));
    return "; it said no p99, which was " + time(headline.waitedNs());
  }
}
