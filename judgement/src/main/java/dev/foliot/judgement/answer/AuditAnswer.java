package dev.foliot.judgement.answer;

import dev.foliot.judgement.audit.AuditRow;
import dev.foliot.text.AnswerFigure;
import dev.foliot.text.Numbers;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The answer of an audit: whether a load tool reports what users waited.
 *
 * @param kind what can be said of the tool
 * @param sentence what it reported of a percentile beside what users waited
 * @param figures those of the sentence
 * @param next the same with a server that never stalls
 */
public record AuditAnswer(Kind kind, String sentence, List<AnswerFigure> figures, NextAction next)
    implements Answer {
  private static final double GREATEST = 100;
  private static final double HEADLINE = 99;
  private static final int DIGITS = 8;

  /** The tool that reports percentiles when it is asked for them, and those made of it. */
  private static final String ASKED = "wrk";

  /** What can be said of a load tool. */
  public enum Kind {
    /** It reports what users waited. */
    AGREES,
    /** Users waited longer. */
    UNDERSTATES,
    /** It reports more than users waited. */
    OVERSTATES,
    /** It reports no percentile that can be compared. */
    NOT_SAID,
    /** No request was answered. */
    NOTHING_ANSWERED
  }

  /** Keeps a copy. */
  public AuditAnswer {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(sentence, "sentence");
    figures = List.copyOf(figures);
    Objects.requireNonNull(next, "next");
  }

  /**
   * The answer of an audit.
   *
   * @param tool the name of the load tool; null where its report was not understood
   * @param rows all percentiles
   * @param judged the one for the verdict; null where no request was answered
   * @param stalls whether the server stood still from time to time
   * @param commands that continue the audit
   */
  public static AuditAnswer of(
      @Nullable String tool,
      List<AuditRow> rows,
      @Nullable AuditRow judged,
      boolean stalls,
      NextCommands commands) {
    FigureList figures = new FigureList();
    NextAction next =
        new NextAction(
            "", stalls ? commands.again(Set.of("--stall", "--every"), "--no-stalls") : List.of());
    return judged == null
        ? new AuditAnswer(Kind.NOTHING_ANSWERED, "No request was answered.", List.of(), next)
        : new AuditAnswer(
            switch (judged.verdict()) {
              case AGREES -> Kind.AGREES;
              case UNDERSTATES -> Kind.UNDERSTATES;
              case OVERSTATES -> Kind.OVERSTATES;
              case NOT_SAID -> Kind.NOT_SAID;
            },
            sentence(tool, rows, judged, figures),
            figures.all(),
            next);
  }

  private static String sentence(
      @Nullable String tool, List<AuditRow> rows, AuditRow row, FigureList figures) {
    String name = percentile(row.percentile());
    Long saidNs = row.saidNs();
    String said = tool == null || saidNs == null ? "" : figures.duration("said_" + name, saidNs);
    String waited = "users waited " + figures.duration("waited_" + name, (double) row.waitedNs());
    if (tool == null) {
      return name + ": " + waited + "; what the tool says of it was not understood";
    }
    if (saidNs == null) {
      return tool
          + " said no "
          + name
          + "; "
          + waited
          + (tool.startsWith(ASKED) ? " (run it with --latency)" : "");
    }
    return tool
        + " said "
        + name
        + " = "
        + said
        + "; "
        + waited
        + ": "
        + verdict(row, figures)
        + missing(rows, row, figures);
  }

  private static String verdict(AuditRow row, FigureList figures) {
    Double ratio = row.ratio();
    return switch (row.verdict()) {
      case AGREES -> "they agree";
      case UNDERSTATES ->
          ratio == null
              ? "it says nothing"
              : figures.add("ratio", ratio, "ratio", times(ratio)) + " times as long";
      case OVERSTATES -> "it says more, and the rest is its own or the way's";
      case NOT_SAID -> "it says nothing";
    };
  }

  /** A tool that stays below the percentile at which stalls show may agree as far as it goes. */
  private static String missing(List<AuditRow> rows, AuditRow row, FigureList figures) {
    if (row.percentile() >= HEADLINE) {
      return "";
    }
    AuditRow headline =
        rows.stream().filter(one -> one.percentile() == HEADLINE).findFirst().orElse(row);
    return "; it said no p99, which was "
        + figures.duration("waited_p99", (double) headline.waitedNs());
  }

  /** How a percentile is called, as in {@code p99.9}. */
  public static String percentile(double percentile) {
    return percentile == GREATEST ? "max" : "p" + Numbers.significant(percentile, DIGITS);
  }

  /** How many times as long, with two digits. */
  public static String times(double ratio) {
    return Numbers.fixed(ratio, ratio < 10 ? 1 : 0);
  }
}
