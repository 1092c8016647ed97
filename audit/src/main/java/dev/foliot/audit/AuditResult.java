package dev.foliot.audit;

import dev.foliot.store.Validity;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What an audit gave.
 *
 * @param plan what was asked for
 * @param command what was run, with the address in it
 * @param out the end of what the tool printed to standard output; anything may be in it
 * @param err the same of standard error
 * @param outputCut whether the tool printed more than was kept
 * @param report what the tool said, null if it was not understood
 * @param served what the server saw
 * @param rows the percentiles, from the lowest to the highest; none if no request was answered
 * @param judged the row that the verdict rests on: the 99th percentile, or the highest below it
 *     that the tool said; null without rows
 * @param validity whether this may be believed
 * @param environment what it ran in
 * @param interrupted whether it was ended before its time; then nothing else counts
 */
public record AuditResult(
    AuditPlan plan,
    List<String> command,
    String out,
    String err,
    boolean outputCut,
    @Nullable AuditReport report,
    AuditServed served,
    List<AuditRow> rows,
    @Nullable AuditRow judged,
    Validity validity,
    Map<String, Object> environment,
    boolean interrupted) {
  /** Keeps copies. */
  public AuditResult {
    command = List.copyOf(command);
    rows = List.copyOf(rows);
  }

  /** What the tool's report is worth. */
  public AuditVerdict verdict() {
    return judged == null ? AuditVerdict.NOT_SAID : judged.verdict();
  }
}
