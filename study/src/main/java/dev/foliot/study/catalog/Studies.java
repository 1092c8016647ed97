package dev.foliot.study.catalog;

import dev.foliot.judgement.answer.AnswerOfStudy;
import dev.foliot.judgement.answer.NextAction;
import dev.foliot.judgement.answer.NextCommands;
import dev.foliot.judgement.study.DrawnStudy;
import dev.foliot.judgement.study.StudyDrawing;
import dev.foliot.store.GateRecord;
import dev.foliot.store.StoredRun;
import dev.foliot.store.comparison.ComparisonVerdict;
import dev.foliot.store.study.StoredStudy;
import dev.foliot.store.study.StudyRecord;
import dev.foliot.study.Study;
import dev.foliot.study.answer.StudyFigures;
import dev.foliot.study.answer.StudyPairs;
import dev.foliot.study.lottery.SharingLottery;
import dev.foliot.study.memory.MemoryStudy;
import dev.foliot.study.plan.StudyForm;
import dev.foliot.study.rampup.RampUp;
import dev.foliot.study.remedy.RemedyStudy;
import dev.foliot.study.run.StudyAnswers;
import dev.foliot.study.scaling.ScalingStudy;
import dev.foliot.study.sharingscaling.SharingScaling;
import dev.foliot.study.shorttasks.ShortTasks;
import dev.foliot.study.throughput.Throughput;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Shown;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The known studies. Add a new one to {@link #ALL} only. */
public final class Studies {
  /** All of them, in the order of playing and naming. */
  public static final List<Study> ALL =
      List.of(
          new RampUp(),
          new Throughput(),
          new MemoryStudy(),
          new ShortTasks(),
          new ScalingStudy(),
          new SharingLottery(),
          new RemedyStudy(),
          new SharingScaling());

  private Studies() {}

  /**
   * The study of a name.
   *
   * @throws FoliotException for an unknown one, with the known ones
   */
  public static Study parse(String text) {
    return named(text)
        .orElseThrow(() ->
            FoliotException.usage(
                "there is no study '"
                    + Shown.text(text)
                    + "': choose "
                    + ALL.stream().map(Study::label).collect(Collectors.joining(", "))
                    + " or all"));
  }

  /** The study of a record; empty if this version does not know it. */
  public static Optional<Study> of(StudyRecord study) {
    return named(study.study());
  }

  private static Optional<Study> named(String label) {
    return ALL.stream().filter(study -> study.label().equals(label)).findFirst();
  }

  /** Those that compare threading models. */
  public static List<Study> ofThreads() {
    return ALL.stream().filter(Study::comparesThreads).toList();
  }

  /** The pairs of a study with its answers; empty for a fixed number of forks. */
  public static Optional<StudyPairs> pairs(StudyRecord study) {
    return of(study)
        .flatMap(one -> StudyPairs.of(new StudyFigures(study, Map.of()), one.mainFigure()));
  }

  /**
   * The answer that a study begins with, and what to measure then, once no more forks are played.
   *
   * @param study with its answers
   * @param commands that continue it
   */
  public static AnswerOfStudy answer(StudyRecord study, NextCommands commands) {
    return answer(
        study, study.complete() ? StoredRun.State.COMPLETE : StoredRun.State.INTERRUPTED, commands);
  }

  private static AnswerOfStudy answer(
      StudyRecord study, StoredRun.State state, NextCommands commands) {
    return AnswerOfStudy.of(
        study,
        state,
        commands,
        moreTime(study, commands)
            .or(() ->
                of(study)
                    .flatMap(one -> named(one.next()))
                    .map(next -> next(next, study, commands)))
            .orElse(NextAction.NONE));
  }

  /** Pairs that did not decide within their budget; empty for others. */
  private static Optional<NextAction> moreTime(StudyRecord study, NextCommands commands) {
    GateRecord gate = study.gate();
    return gate == null
            || pairs(study)
                .filter(all -> all.pairs().verdict() == ComparisonVerdict.UNDECIDED)
                .isEmpty()
        ? Optional.empty()
        : Optional.of(NextAction.ofPairs(gate, commands));
  }

  private static NextAction next(Study next, StudyRecord study, NextCommands commands) {
    return new NextAction(
        "Then measure: " + next.question(),
        study.form().equals(StudyForm.QUICK.label())
            ? commands.of("study", next.label(), "--quick")
            : commands.of("study", next.label()));
  }

  /** A stored study with its answers computed again, as a page shows it. */
  public static DrawnStudy drawn(StoredStudy stored) {
    StoredStudy answered = answered(stored);
    StudyRecord study = answered.study();
    return new DrawnStudy(
        answered,
        answer(study, answered.state(), NextCommands.after(answered.run().commandLine())),
        study.steps().isEmpty()
            ? StudyDrawing.UNKNOWN
            : of(study).map(one -> one.drawing(study)).orElse(StudyDrawing.UNKNOWN),
        study.points().isEmpty() ? null : pairs(study).map(StudyPairs::drawn).orElse(null));
  }

  /**
   * Computes the answers of a stored study again, by the code that computed them originally. A
   * study unknown to this version, or without forks, keeps its stored answers. One in progress has
   * none: its answers would change with each fork.
   */
  public static StoredStudy answered(StoredStudy stored) {
    StudyRecord study = stored.study();
    return study.points().isEmpty() || study.steps().isEmpty()
        ? stored
        : of(study)
            .map(one -> StudyAnswers.answered(one, new StudyFigures(study, stored.courses())))
            .map(one ->
                stored.with(
                    stored.state() == StoredRun.State.IN_PROGRESS ? one.answered(List.of()) : one))
            .orElse(stored);
  }
}
