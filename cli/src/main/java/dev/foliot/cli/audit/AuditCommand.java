package dev.foliot.cli.audit;

import dev.foliot.audit.Audit;
import dev.foliot.audit.AuditPlan;
import dev.foliot.audit.AuditResult;
import dev.foliot.bench.BadOptionException;
import dev.foliot.bench.TimeSpan;
import dev.foliot.cli.brief.AuditBrief;
import dev.foliot.cli.details.AuditTable;
import dev.foliot.cli.frame.ExitCode;
import dev.foliot.cli.frame.Foliot;
import dev.foliot.cli.frame.Interruption;
import dev.foliot.cli.json.AuditJson;
import dev.foliot.cli.screen.ProgressLine;
import dev.foliot.store.Verdict;
import dev.foliot.text.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code foliot audit}: what a load tool says beside what users waited. */
@Command(
    name = "audit",
    sortOptions = false,
    mixinStandardHelpOptions = true,
    customSynopsis = "foliot audit [OPTIONS] -- COMMAND...",
    description = "Runs an HTTP load tool against a server whose stalls are known, and compares.",
    footer = {
      "",
      "The server's address is written where COMMAND has {url}, else after its last",
      "word. Reports of wrk, wrk2, hey, oha and k6 are understood; of other tools only",
      "the response times are printed. Lengths of time are NUMBER(us|ms|s|min|h).",
      "",
      "Examples:",
      "  foliot audit -- wrk --latency -t2 -c20 -d20s {url}"
    })
public final class AuditCommand implements Callable<Integer> {
  private static final String USUAL_SERVICE = "1ms";
  private static final String USUAL_STALL = "100ms";
  private static final String USUAL_EVERY = "2s";

  @Parameters(
      paramLabel = "COMMAND",
      arity = "0..*",
      description = "The tool and its arguments; no shell is involved.")
  private List<String> command = new ArrayList<>();

  @Option(
      names = "--service",
      paramLabel = "TIME",
      description = "The server answers so long after a request came (1ms).")
  private @Nullable String service;

  @Option(
      names = "--stall",
      paramLabel = "TIME",
      description = "How long the server stands still (100ms).")
  private @Nullable String stall;

  @Option(
      names = "--every",
      paramLabel = "TIME",
      description = "From stall to stall; the first comes so long after the first request (2s).")
  private @Nullable String every;

  @Option(names = "--no-stalls", description = "The server never stands still.")
  private boolean noStalls;

  private final Foliot foliot;

  public AuditCommand(Foliot foliot) {
    this.foliot = foliot;
  }

  @Override
  public Integer call() throws Exception {
    Audit audit = new Audit(plan());
    // how long it takes, only the tool knows
    ProgressLine progress =
        new ProgressLine(
            foliot.console(),
            () ->
                Numbers.count(audit.requests())
                    + " requests, "
                    + audit.stalls()
                    + " stalls; until the tool ends");
    try (progress) {
      // what is said of an interruption is said before the JVM ends
      return Interruption.during(
          () -> {
            AuditResult result = audit.run();
            progress.close();
            return show(result);
          },
          audit::cancel);
    }
  }

  private int show(AuditResult result) {
    if (result.interrupted()) {
      foliot.console().error("interrupted; the tool was stopped");
      return ExitCode.INTERRUPTED;
    }
    if (foliot.json()) {
      foliot.console().out().println(AuditJson.of(result, foliot.next()));
    } else if (foliot.details()) {
      new AuditTable(foliot.console().out(), result, foliot.next()).print();
    } else {
      new AuditBrief(foliot.brief(), result, foliot.next()).print();
    }
    return result.validity().verdict() == Verdict.INVALID ? ExitCode.INVALID : ExitCode.DONE;
  }

  private AuditPlan plan() {
    if (noStalls && (stall != null || every != null)) {
      throw new BadOptionException(
          "--no-stalls together with --stall or --every contradicts itself: leave one out");
    }
    return new AuditPlan(
        command,
        TimeSpan.parseNs(service == null ? USUAL_SERVICE : service),
        noStalls ? 0 : aboveZero(stall == null ? USUAL_STALL : stall),
        TimeSpan.parseNs(every == null ? USUAL_EVERY : every));
  }

  private static long aboveZero(String stall) {
    long ns = TimeSpan.parseNs(stall);
    if (ns == 0) {
      throw new BadOptionException("--stall 0 is no stall: write --no-stalls");
    }
    return ns;
  }
}
