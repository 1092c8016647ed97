package dev.foliot.judgement.answer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.judgement.StoredStudies;
import dev.foliot.store.StoredRun;
import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import dev.foliot.store.study.StudyAnswer;
import dev.foliot.store.study.StudyRecord;
import dev.foliot.text.AnswerFigure;
import dev.foliot.text.StudyReason;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A study of two arms and one load, with four forks of each: three of eight have ended. */
class AnswerOfStudyTest {
  private static final StudyAnswer FIRST =
      new StudyAnswer(
          "Which?",
          "Throughput is 1/s with a.",
          "all",
          "figures",
          Verdict.VALID,
          3,
          List.of(AnswerFigure.of("throughput of a", 1, "per_s", "1/s")));

  private static StudyRecord study() {
    return new StoredStudies()
        .closed(8)
        .fork("a", 0, 1, Verdict.VALID)
        .fork("b", 0, 1, Verdict.VALID)
        .fork("a", 0, 1, Verdict.VALID)
        .build()
        .answered(List.of(FIRST));
  }

  private static AnswerOfStudy answer(StudyRecord study, StoredRun.State state) {
    return AnswerOfStudy.of(
        study, state, NextCommands.after(List.of("foliot", "study")), NextAction.NONE);
  }

  @Test
  void shouldHaveNoAnswerWhileItIsPlayed() {
    AnswerOfStudy answer = answer(study(), StoredRun.State.IN_PROGRESS);

    assertThat(answer.kind()).isEqualTo(AnswerOfStudy.Kind.IN_PROGRESS);
    assertThat(answer.sentence())
        .isEqualTo("In progress: 3 of 8 forks have ended. There is no answer yet.");
    assertThat(answer.figures()).isEmpty();
    assertThat(answer.next().command()).contains("report");
  }

  @Test
  void shouldSayHowFarAnInterruptedOneCame() {
    AnswerOfStudy answer = answer(study(), StoredRun.State.INTERRUPTED);

    assertThat(answer.kind()).isEqualTo(AnswerOfStudy.Kind.INTERRUPTED);
    assertThat(answer.sentence())
        .isEqualTo("Interrupted: 3 of 8 forks have ended. Throughput is 1/s with a.");
    assertThat(answer.figures()).hasSize(1);
  }

  @Test
  void shouldAnswerOnceAllAreThere() {
    assertThat(answer(study(), StoredRun.State.COMPLETE).kind())
        .isEqualTo(AnswerOfStudy.Kind.ANSWERED);
    assertThat(answer(study(), StoredRun.State.COMPLETE).sentence()).isEqualTo(FIRST.headline());
  }

  @Test
  void shouldTellArmsThatDidNotDifferFromAnAnswer() {
    StudyRecord alike =
        study()
            .judged(
                Validity.of(Verdict.SUSPECT, new StudyReason.ThreadsAlike("a", "b", 9, "17.0.15")));

    assertThat(answer(alike, StoredRun.State.COMPLETE).kind())
        .isEqualTo(AnswerOfStudy.Kind.NO_EFFECT);
  }
}
