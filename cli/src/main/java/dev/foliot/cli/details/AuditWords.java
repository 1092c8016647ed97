package dev.foliot.cli.details;

import dev.foliot.audit.AuditReport;
import dev.foliot.audit.AuditResult;
import dev.foliot.audit.AuditRow;
import dev.foliot.text.Numbers;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The sentence that an audit ends in, and its parts. */
public final class AuditWords {
  private static final double GREATEST = 100;
  private static final double HEADLINE = 99;
  private static final int DIGITS = 8;

  private AuditWords() {}

  /** How a percentile is called, as in {@code p99.9}. */
  public static String percentile(double percentile) {
    return percentile == GREATEST ? "max" : "p" + Numbers.significant(percentile, DIGITS);
  }

  /** How many times as long, with two digits. */
  public static String times(@Nullable Double ratio) {
    return ratio == null ? "-" : Numbers.fixed(ratio, ratio < 10 ? 1 : 0) + " x";
  }

  /** What the audit found, in one sentence; empty where there is nothing to say. */
  public static String sentence(AuditResult result) {
    AuditRow row = result.judged();
    AuditReport report = result.tool().report();
    if (row == null) {
      return "";
    }
    String waited = "users waited " + Numbers.durationOrNone(row.waitedNs());
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
        + Numbers.durationOrNone(row.saidNs())
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
    return "; it said no p99, which was " + Numbers.durationOrNone(headline.waitedNs());
  }
}
