package dev.foliot.audit;

import dev.foliot.store.Validity;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What an audit gave.
 *
 * @param plan what was asked for
 * @param tool the load tool, and what it printed
 * @param served what the server measured
 * @param rows the percentiles, from the lowest to the highest; none if no request was answered
 * @param judged the row that the verdict rests on: the 99th percentile, or the highest below it
 *     that the tool reported; null without rows
 * @param validity how far this can be relied upon
 * @param environment what it ran in
 * @param interrupted whether it was ended before its time; then nothing else counts
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
   * A load tool that was run.
   *
   * @param command what was run, with the address in it
   * @param out the end of what it printed to standard output; anything may be in it
   * @param err the same of standard error
   * @param cut whether it printed more than was kept
   * @param report what it reported, null if it was not understood
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

  /** What the tool's report is worth. */
  public AuditVerdict verdict() {
    return judged == null ? AuditVerdict.NOT_SAID : judged.verdict();
  }
}
