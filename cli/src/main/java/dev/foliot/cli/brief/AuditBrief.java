package dev.foliot.cli.brief;

import dev.foliot.audit.AuditReport;
import dev.foliot.audit.AuditResult;
import dev.foliot.audit.AuditServed;
import dev.foliot.audit.AuditStall;
import dev.foliot.bench.TimeSpan;
import dev.foliot.cli.details.AuditTable;
import dev.foliot.cli.screen.Brief;
import dev.foliot.cli.screen.TextTable;
import dev.foliot.judgement.answer.AuditAnswer;
import dev.foliot.judgement.answer.NextCommands;
import dev.foliot.judgement.audit.AuditRow;
import dev.foliot.text.Numbers;

/** An audit in a few lines: what the load tool reports beside the true response times. */
public final class AuditBrief {
  private final Brief brief;
  private final AuditResult result;
  private final NextCommands next;

  /** Prints an audit with such a brief. */
  public AuditBrief(Brief brief, AuditResult result, NextCommands next) {
    this.brief = brief;
    this.result = result;
    this.next = next;
  }

  /** Prints it. */
  public void print() {
    AuditAnswer answer = result.answer(next);
    brief.answer(answer.sentence(), 3);
    AuditReport report = result.tool().report();
    String tool = report == null ? "the tool" : report.tool();
    TextTable table = new TextTable("", tool + " reports", "response time", "ratio");
    for (AuditRow row : result.rows()) {
      table.row(
          AuditAnswer.percentile(row.percentile()),
          Numbers.durationOrNone(row.saidNs()),
          Numbers.durationOrNone(row.waitedNs()),
          AuditTable.times(row));
    }
    brief.table(table);
    if (table.isEmpty()) {
      brief.gap();
    }
    server();
    brief.validity(result.validity());
    brief.next(answer.next().command());
  }

  private void server() {
    AuditServed served = result.served();
    long planned = served.stalls().stream().filter(AuditStall::planned).count();
    brief.line(
        "server",
        Numbers.count(served.requests(), "request")
            + ", "
            + Numbers.rate(served.ratePerS())
            + "; answers after "
            + TimeSpan.format(result.plan().serviceNs())
            + (result.plan().stallNs() == 0
                ? ", never stalls"
                : ", stalled "
                    + planned
                    + " times for "
                    + TimeSpan.format(result.plan().stallNs())));
  }
}
