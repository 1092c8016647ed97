package dev.foliot.cli.runs;

import dev.foliot.cli.brief.ExplanationBrief;
import dev.foliot.cli.brief.StudyExplanationBrief;
import dev.foliot.cli.brief.WatchBrief;
import dev.foliot.cli.frame.ExitCode;
import dev.foliot.cli.frame.Foliot;
import dev.foliot.cli.json.AnswerJson;
import dev.foliot.cli.json.WatchJson;
import dev.foliot.judgement.answer.Answer;
import dev.foliot.judgement.answer.BenchAnswer;
import dev.foliot.judgement.answer.ExplanationAnswer;
import dev.foliot.judgement.answer.LoadAnswer;
import dev.foliot.judgement.answer.WatchAnswer;
import dev.foliot.judgement.explain.Explanations;
import dev.foliot.judgement.load.LoadTestResult;
import dev.foliot.judgement.watch.WatchedTime;
import dev.foliot.store.ForkRecord;
import dev.foliot.store.Json;
import dev.foliot.store.Store;
import dev.foliot.store.StoredRun;
import dev.foliot.store.explain.ExplanationRecord;
import dev.foliot.store.explain.StudyExplanation;
import dev.foliot.store.watch.WatchFiles;
import dev.foliot.text.FoliotException;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code foliot explain}: why the slow messages of a run were slow. */
@Command(
    name = "explain",
    sortOptions = false,
    mixinStandardHelpOptions = true,
    description = {
      "Names what delayed the slow messages of a bench, a load or a study: collections,"
          + " safepoints,",
      "other processes, a CPU quota, the hypervisor, the load generator, a slow message ahead. What"
          + " no",
      "source covers stays unexplained.",
      "RUN is an id, a unique prefix of one, a name, a path, or @1 for the latest, @2 for the one"
          + " before."
    })
public final class ExplainCommand implements Callable<Integer> {
  private static final String BENCH = "bench";
  private static final String STUDY = "study";
  private static final Set<String> EXPLAINED = Set.of(BENCH, "load", STUDY);

  @Parameters(arity = "0..1", paramLabel = "RUN", description = "The run (the latest).")
  private String ref = "@1";

  @Option(
      names = "--from",
      paramLabel = "TIME",
      description = {
        "Of a watch: since when, as 14:00, 2026-11-28T14:00 (local) or 2026-11-28T14:00:00Z (the",
        "last day)."
      })
  private @Nullable String from;

  @Option(names = "--to", paramLabel = "TIME", description = "Of a watch: until when (its end).")
  private @Nullable String to;

  private final Foliot foliot;

  public ExplainCommand(Foliot foliot) {
    this.foliot = foliot;
  }

  @Override
  public Integer call() {
    StoredRun run = Store.open(foliot.store()).find(ref);
    if (run.run().command().equals(WatchFiles.COMMAND)) {
      return ofWatch(run);
    }
    if (from != null || to != null) {
      throw FoliotException.usage(
          "--from and --to are for a watch; " + run.id() + " is of foliot " + run.run().command());
    }
    if (!EXPLAINED.contains(run.run().command())) {
      throw FoliotException.usage(
          run.id()
              + " is of foliot "
              + run.run().command()
              + ": give a bench, a load, a study or a watch");
    }
    if (run.run().command().equals(STUDY)) {
      return ofStudy(run);
    }
    List<ForkRecord> forks = run.forks();
    if (Explanations.hasNothing(forks)) {
      Answer answer =
          run.run().command().equals(BENCH)
              ? BenchAnswer.of(run.run(), forks, foliot.next())
              : LoadAnswer.of(LoadTestResult.read(run, false), foliot.next());
      return show(Explanations.ofNothing(run.id()), ExplanationAnswer.ofUnanswered(answer));
    }
    ExplanationRecord explanation = Explanations.of(run).orElseThrow(() -> noTimeline(run));
    return show(explanation, ExplanationAnswer.of(explanation));
  }

  private int show(ExplanationRecord explanation, ExplanationAnswer answer) {
    if (foliot.json()) {
      foliot.console().out().println(Json.text(AnswerJson.with(explanation, answer)));
    } else {
      new ExplanationBrief(foliot.brief(), explanation, answer).print(foliot.details());
    }
    return ExitCode.DONE;
  }

  private int ofStudy(StoredRun run) {
    StudyExplanation study = Explanations.ofStudy(run);
    if (study.arms().isEmpty()) {
      throw noTimeline(run);
    }
    if (foliot.json()) {
      foliot
          .console()
          .out()
          .println(Json.text(AnswerJson.with(study, ExplanationAnswer.of(study))));
    } else {
      new StudyExplanationBrief(foliot.brief(), study).print();
    }
    return ExitCode.DONE;
  }

  private int ofWatch(StoredRun run) {
    ZoneId zone = ZoneId.systemDefault();
    Instant now = Instant.now();
    WatchedTime.Span day = WatchedTime.Span.lastDay(WatchFiles.read(run), now.toEpochMilli());
    long fromMs = from == null ? day.fromMs() : Moments.parse("--from", from, zone, now);
    long toMs = to == null ? day.toMs() : Moments.parse("--to", to, zone, now);
    if (toMs <= fromMs) {
      throw FoliotException.usage("--from must be before --to, or before the end of the watch");
    }
    WatchedTime.Span span = new WatchedTime.Span(fromMs, toMs);
    List<WatchedTime> times = WatchedTime.of(run, span);
    WatchAnswer answer = WatchAnswer.of(times, span, zone, foliot.next());
    if (foliot.json()) {
      foliot.console().out().println(WatchJson.of(times, span, answer));
    } else {
      new WatchBrief(foliot.brief(), times, answer, zone)
          .print(foliot.details(), foliot.next().of("report", run.id()));
    }
    return ExitCode.DONE;
  }

  private static FoliotException noTimeline(StoredRun run) {
    return FoliotException.usage(
        run.id() + " has no timeline: run it again, on Linux, with this version");
  }
}
