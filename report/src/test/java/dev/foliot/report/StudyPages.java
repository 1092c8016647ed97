package dev.foliot.report;

import dev.foliot.judgement.answer.AnswerOfStudy;
import dev.foliot.judgement.answer.NextAction;
import dev.foliot.judgement.answer.NextCommands;
import dev.foliot.judgement.study.DrawnPairs;
import dev.foliot.judgement.study.DrawnStudy;
import dev.foliot.store.StoredRun;
import dev.foliot.store.Verdict;
import dev.foliot.store.study.JointRecord;
import dev.foliot.store.study.StoredStudy;
import dev.foliot.store.study.StudyRecord;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Pages of studies, of several with a joint answer that says what it is. */
public final class StudyPages {
  private static final List<String> TOGETHER =
      List.of("throughput", "ramp-up", "memory", "short-tasks", "scaling");

  private StudyPages() {}

  /** The page of some runs, as stored. */
  public static String html(List<StoredRun> runs) {
    List<StoredStudy> read =
        runs.isEmpty() || !StudyReport.isFor(runs)
            ? List.of()
            : runs.stream().map(StoredStudy::read).toList();
    return StudyReport.html(
        runs,
        read.stream().map(StudyPages::drawn).toList(),
        read.size() < 2 ? JointRecord.NONE : joint(read));
  }

  /** The page of a study in pairs. */
  public static String html(StoredRun run, DrawnPairs pairs) {
    return StudyReport.html(
        List.of(run), List.of(drawn(StoredStudy.read(run), pairs)), JointRecord.NONE);
  }

  private static DrawnStudy drawn(StoredStudy stored) {
    return drawn(stored, null);
  }

  private static DrawnStudy drawn(StoredStudy stored, @Nullable DrawnPairs pairs) {
    StudyRecord study = stored.study();
    return new DrawnStudy(
        stored,
        AnswerOfStudy.of(
            study, stored.state(), NextCommands.after(stored.run().commandLine()), NextAction.NONE),
        Drawings.of(study),
        pairs);
  }

  private static JointRecord joint(List<StoredStudy> read) {
    List<StudyRecord> studies =
        read.stream()
            .map(StoredStudy::study)
            .filter(study -> TOGETHER.contains(study.study()))
            .toList();
    if (studies.isEmpty()) {
      return JointRecord.NONE;
    }
    List<JointRecord.Clause> clauses = new ArrayList<>();
    List<JointRecord.Row> rows = new ArrayList<>();
    for (StudyRecord study : studies) {
      String name =
          studies.stream().filter(one -> one.study().equals(study.study())).count() == 1
              ? study.study()
              : study.study() + " (" + study.id() + ")";
      clauses.add(
          new JointRecord.Clause(
              "what " + study.study() + " says",
              List.of(),
              name,
              study.id(),
              "12 of 12 forks SUSPECT"));
      rows.add(
          new JointRecord.Row(
              "What does " + study.study() + " say?",
              name,
              List.of(study.id()),
              List.of("this", "and that"),
              List.of("its figures"),
              Verdict.SUSPECT));
    }
    rows.add(new JointRecord.Row("The JDK?", "", List.of(), List.of("not asked"), List.of(), null));
    return new JointRecord(
        "Who is best?",
        "On this machine",
        clauses,
        "These studies cannot say all.",
        rows,
        studies.stream().map(StudyRecord::id).toList());
  }
}
