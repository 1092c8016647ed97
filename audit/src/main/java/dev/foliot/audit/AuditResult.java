package dev.foliot.audit;

import dev.foliot.judgement.answer.AuditAnswer;
import dev.foliot.judgement.answer.NextCommands;
import dev.foliot.judgement.audit.AuditRow;
import dev.foliot.judgement.audit.AuditVerdict;
import dev.foliot.store.Redaction;
import dev.foliot.store.Validity;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The result of an audit.
 *
 * @param plan the plan
 * @param tool the load tool, and its output
 * @param served the server's measurements
 * @param rows the percentiles, from the lowest to the highest; empty without answered requests
 * @param judged the row for the verdict: the 99th percentile, or the highest reported one below it;
 *     null without rows
 * @param validity how reliable the result is
 * @param environment of the audit
 * @param interrupted whether it was ended early; then nothing else counts
 */
public record AuditResult(
    AuditPlan plan,
    Tool tool,
    AuditServed served,
    List<AuditRow> rows,
    @Nullable AuditRow judged,
    Validity validity,
    Map<String, Object> environment,
    boolean interrupted) {
  /**
   * A load tool's run.
   *
   * @param command with the address in it
   * @param out the end of its standard output; any text
   * @param err the same of standard error
   * @param cut whether its output exceeded the limit
   * @param report its report, null if not understood
   */
  public record Tool(
      List<String> command, String out, String err, boolean cut, @Nullable AuditReport report) {
    /** Keeps a copy. */
    public Tool {
      command = List.copyOf(command);
    }
  }

  /** Keeps a copy. */
  public AuditResult {
    rows = List.copyOf(rows);
  }

  /**
   * The answer.
   *
   * @param commands that continue the audit; one with a secret in it is not shown again
   */
  public AuditAnswer answer(NextCommands commands) {
    AuditReport report = tool.report();
    return AuditAnswer.of(
        report == null ? null : report.tool(),
        rows,
        judged,
        plan.stalls(),
        new NextCommands(Redaction.command(commands.asked()), commands.store()));
  }

  /** The verdict on the tool's report. */
  public AuditVerdict verdict() {
    return judged == null ? AuditVerdict.NOT_SAID : judged.verdict();
  }
}
