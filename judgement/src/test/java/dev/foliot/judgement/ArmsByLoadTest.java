package dev.foliot.judgement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.store.Verdict;
import dev.foliot.store.study.StudyPoint;
import dev.foliot.store.study.StudyRecord;
import java.util.List;
import org.junit.jupiter.api.Test;

class ArmsByLoadTest {
  @Test
  void shouldFindTheLightestLoadAtWhichAnArmIsBehind() {
    StudyRecord study =
        new StoredStudies()
            .closed(64)
            .closed(8)
            .closed(32)
            .forks("a", 0, 1_000)
            .forks("b", 0, 500)
            .forks("a", 1, 100)
            .forks("b", 1, 100)
            .forks("a", 2, 400)
            .forks("b", 2, 800)
            .build();

    assertThat(ArmsByLoad.parting(study)).hasValue(2);
  }

  @Test
  void shouldNotLetArmsPartWithTooFewForks() {
    StudyRecord study =
        new StoredStudies()
            .closed(8)
            .fork("a", 0, 1_000, Verdict.VALID)
            .fork("b", 0, 500, Verdict.VALID)
            .build();

    assertThat(ArmsByLoad.parting(study)).isEmpty();
  }

  @Test
  void shouldKeepTheOrderOfLoadsOfTwoKinds() {
    StudyRecord study = new StoredStudies().closed(64).open(1_000).closed(8).build();

    assertThat(ArmsByLoad.ascending(study.steps())).containsExactly(0, 1, 2);
  }

  @Test
  void shouldLeaveOutForksThatDoNotCount() {
    StudyRecord study =
        new StoredStudies()
            .closed(8)
            .fork("a", 0, 1_000, Verdict.VALID)
            .fork("a", 0, 1, Verdict.INVALID)
            .fork("b", 0, 1, Verdict.INVALID)
            .build();

    assertThat(ArmsByLoad.values(study, 0, StudyPoint::throughputPerS))
        .containsOnlyKeys("a")
        .extractingByKey("a")
        .isEqualTo(List.of(1_000.0));
  }
}
