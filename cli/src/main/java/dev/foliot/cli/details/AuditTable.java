package dev.foliot.cli.details;

import dev.foliot.audit.AuditReport;
import dev.foliot.audit.AuditResult;
import dev.foliot.audit.AuditServed;
import dev.foliot.audit.AuditStall;
import dev.foliot.bench.TimeSpan;
import dev.foliot.cli.screen.Words;
import dev.foliot.judgement.answer.AuditAnswer;
import dev.foliot.judgement.answer.NextCommands;
import dev.foliot.judgement.audit.AuditRow;
import dev.foliot.store.Redaction;
import dev.foliot.store.Verdict;
import dev.foliot.text.Numbers;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;

/** The result of an audit as a person reads it: the tool's own words, the table, the sentence. */
public final class AuditTable {
  private static final int MOST_LINES = 60;
  private static final String ROW = "%-10s %12s %14s %12s%n";

  private final PrintStream out;
  private final AuditResult result;
  private final NextCommands next;

  public AuditTable(PrintStream out, AuditResult result, NextCommands next) {
    this.out = out;
    this.result = result;
    this.next = next;
  }

  public void print() {
    out.println(
        "audit of: " + Words.shown(String.join(" ", Redaction.command(result.tool().command()))));
    quote(result.tool().out());
    quote(result.tool().err());
    out.println();
    server();
    if (!result.rows().isEmpty()) {
      table();
    }
    out.printf("%n%s%n", result.answer(next).sentence());
    verdict();
  }

  /** What the tool printed, line by line, as far as a terminal can bear it. */
  private void quote(String text) {
    List<String> lines = text.lines().filter(line -> !line.isBlank()).toList();
    int more = lines.size() - MOST_LINES;
    if (more > 0) {
      out.println("  | (" + Numbers.count(more) + " lines before these)");
    }
    lines.stream()
        .skip(Math.max(0, more))
        .forEach(line -> out.println("  | " + Words.shown(line.replace('\t', ' '))));
  }

  private void server() {
    AuditServed served = result.served();
    long planned = served.stalls().stream().filter(AuditStall::planned).count();
    long unplanned = served.stalls().size() - planned;
    out.printf(
        Locale.ROOT,
        "the server: answers after %s%s%n",
        TimeSpan.format(result.plan().serviceNs()),
        result.plan().stallNs() == 0
            ? ", never stalls"
            : ", stalls "
                + TimeSpan.format(result.plan().stallNs())
                + " every "
                + TimeSpan.format(result.plan().everyNs()));
    if (served.requests() == 0) {
      return;
    }
    out.printf(
        Locale.ROOT,
        "it saw %s requests in %s, %s, and stood still %d times%s%n",
        Numbers.count(served.requests()),
        Numbers.durationOrNone(served.loadNs()),
        Numbers.rate(served.ratePerS()),
        planned,
        unplanned == 0
            ? ""
            : ", and "
                + unplanned
                + " more that the machine held it up (the longest "
                + Numbers.durationOrNone(longestUnplannedNs())
                + ")");
  }

  private long longestUnplannedNs() {
    return result.served().stalls().stream()
        .filter(stall -> !stall.planned())
        .mapToLong(AuditStall::lengthNs)
        .max()
        .orElse(0);
  }

  private void table() {
    AuditReport report = result.tool().report();
    String tool = report == null ? "the tool" : report.tool();
    out.printf("%n" + ROW, "", tool + " said", "users waited", "");
    for (AuditRow row : result.rows()) {
      out.printf(
          ROW,
          AuditAnswer.percentile(row.percentile()),
          Numbers.durationOrNone(row.saidNs()),
          Numbers.durationOrNone(row.waitedNs()),
          times(row));
    }
  }

  private void verdict() {
    out.printf("%n%s%n", result.validity().verdict());
    if (result.validity().verdict() != Verdict.VALID) {
      result.validity().reasons().forEach(reason -> out.println("- " + Words.shown(reason)));
    }
  }

  /** How many times as long users waited. */
  public static String times(AuditRow row) {
    Double ratio = row.ratio();
    return ratio == null ? "-" : AuditAnswer.times(ratio) + " x";
  }
}
