package dev.foliot.audit;

import dev.foliot.judgement.audit.AuditRow;
import dev.foliot.linux.machine.Environment;
import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import dev.foliot.text.FoliotException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Tests a load tool against a server with known behaviour.
 *
 * <p>It compares the tool's report with the waiting times of users. {@link #run} is called once;
 * {@link #cancel}, {@link #requests} and {@link #stalls} by any thread, at any time.
 */
public final class Audit {
  private static final double HEADLINE = 99;
  private static final double GREATEST = 100;
  private static final List<Double> ALWAYS = List.of(50.0, 90.0, HEADLINE, 99.9, GREATEST);

  private final AuditPlan plan;
  private final LoadTool tool;
  private final AtomicReference<@Nullable AuditServer> server = new AtomicReference<>();
  private volatile boolean cancelled;

  /** Creates an audit. */
  public Audit(AuditPlan plan) {
    this.plan = plan;
    this.tool = new LoadTool(System.getenv("PATH"));
  }

  /**
   * Runs the tool to its end. Nothing that it started remains when this returns.
   *
   * @throws FoliotException if the tool does not start or fails
   */
  public AuditResult run() throws InterruptedException {
    Warmup.run();
    try (AuditServer serving = AuditServer.start(plan)) {
      server.set(serving);
      List<String> command = plan.commandFor(serving.url());
      LoadTool.Ended ended = tool.run(command);
      AuditReport report = ReportParser.parse(ended.out());
      if (!cancelled && ended.exitCode() != 0 && report == null) {
        throw FoliotException.environment(
            "the tool ended with exit code "
                + ended.exitCode()
                + " after "
                + serving.requests()
                + " requests; "
                + ended.lastWords());
      }
      return result(command, ended, report, serving.stop());
    }
  }

  private AuditResult result(
      List<String> command,
      LoadTool.Ended ended,
      @Nullable AuditReport report,
      AuditServer.Life life) {
    boolean any = life.log().size() > 0;
    Waits waits = any ? Waits.of(life.log(), life.stalls(), plan.serviceNs()) : Waits.NONE;
    AuditServed served = served(life, waits);
    Validity validity =
        cancelled
            ? Validity.of(Verdict.INVALID, new AuditReason.AuditInterrupted())
            : Judgement.of(plan, served, life.unlogged(), life.failure(), ended.exitCode());
    List<AuditRow> rows =
        validity.verdict() == Verdict.INVALID ? List.of() : rows(waits.users(), report);
    return new AuditResult(
        plan,
        new AuditResult.Tool(command, ended.out(), ended.err(), ended.cut(), report),
        served,
        rows,
        judged(rows),
        validity,
        environment(),
        cancelled);
  }

  private static AuditServed served(AuditServer.Life life, Waits waits) {
    RequestLog log = life.log();
    long firstNs = log.size() == 0 ? 0 : log.arrivalNs(0);
    List<AuditStall> stalls =
        life.stalls().stream()
            .filter(stall -> stall.startNs() >= firstNs)
            .filter(stall -> stall.startNs() < firstNs + waits.loadNs())
            .map(s -> new AuditStall(s.startNs() - firstNs, s.lengthNs(), s.planned()))
            .toList();
    return new AuditServed(
        log.size(),
        waits.answered(),
        life.refused(),
        life.cutOff(),
        waits.loadNs(),
        stalls,
        new AuditServed.P99(
            waits.served().getValueAtPercentile(HEADLINE),
            waits.lateness().getValueAtPercentile(HEADLINE),
            life.blur().getValueAtPercentile(HEADLINE)));
  }

  private static List<AuditRow> rows(Histogram users, @Nullable AuditReport report) {
    SortedMap<Double, Long> said = report == null ? new TreeMap<>() : report.saidNs();
    SortedSet<Double> percentiles = new TreeSet<>(ALWAYS);
    percentiles.addAll(said.keySet());
    List<AuditRow> rows = new ArrayList<>();
    for (double p : percentiles) {
      rows.add(new AuditRow(p, said.get(p), users.getValueAtPercentile(p)));
    }
    return rows;
  }

  /**
   * The row for the verdict. The maximum alone proves nothing: a tool that waits through a stall
   * measures it once.
   */
  private static @Nullable AuditRow judged(List<AuditRow> rows) {
    List<AuditRow> upTo = rows.stream().filter(row -> row.percentile() <= HEADLINE).toList();
    return upTo.reversed().stream()
        .filter(row -> row.saidNs() != null)
        .findFirst()
        .orElse(upTo.isEmpty() ? null : upTo.getLast());
  }

  private static Map<String, Object> environment() {
    return Environment.read(Path.of("/"), ProcessHandle.current().pid());
  }

  /** Ends the tool and the server; {@link #run} then returns soon. */
  public void cancel() {
    cancelled = true;
    tool.kill();
    AuditServer serving = server.get();
    if (serving != null) {
      serving.cancel();
    }
  }

  /** Requests so far. */
  public int requests() {
    AuditServer serving = server.get();
    return serving == null ? 0 : serving.requests();
  }

  /** Planned stalls so far. */
  public int stalls() {
    AuditServer serving = server.get();
    return serving == null ? 0 : serving.stallCount();
  }
}
