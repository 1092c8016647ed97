package dev.foliot.cli.runs;

import dev.foliot.cli.brief.ExplanationBrief;
import dev.foliot.cli.brief.StudyExplanationBrief;
import dev.foliot.cli.frame.ExitCode;
import dev.foliot.cli.frame.Foliot;
import dev.foliot.cli.json.AnswerJson;
import dev.foliot.judgement.answer.Answer;
import dev.foliot.judgement.answer.BenchAnswer;
import dev.foliot.judgement.answer.ExplanationAnswer;
import dev.foliot.judgement.answer.LoadAnswer;
import dev.foliot.judgement.explain.Explanations;
import dev.foliot.judgement.load.LoadTestResult;
import dev.foliot.store.ForkRecord;
import dev.foliot.store.Json;
import dev.foliot.store.Store;
import dev.foliot.store.StoredRun;
import dev.foliot.store.explain.ExplanationRecord;
import dev.foliot.store.explain.StudyExplanation;
import dev.foliot.text.FoliotException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
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

  private final Foliot foliot;

  public ExplainCommand(Foliot foliot) {
    this.foliot = foliot;
  }

  @Override
  public Integer call() {
    StoredRun run = Store.open(foliot.store()).find(ref);
    if (!EXPLAINED.contains(run.run().command())) {
      throw FoliotException.usage(
          run.id() + " is of foliot " + run.run().command() + ": give a bench, a load or a study");
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

  private static FoliotException noTimeline(StoredRun run) {
    return FoliotException.usage(
        run.id() + " has no timeline: run it again, on Linux, with this version");
  }
}
