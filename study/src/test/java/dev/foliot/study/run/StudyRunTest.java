package dev.foliot.study.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.store.Store;
import dev.foliot.study.Study;
import dev.foliot.study.StudyProgress;
import dev.foliot.study.plan.ArmPlan;
import dev.foliot.study.plan.StepPlan;
import dev.foliot.study.plan.StudyForm;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class StudyRunTest {
  @TempDir Path folder;

  /**
   * For example when one of several studies has just ended, and the next is about to determine its
   * loads.
   */
  @ParameterizedTest
  @MethodSource("dev.foliot.study.catalog.Studies#ofThreads")
  void shouldStartNothingOnceItIsCancelled(Study name) throws Exception {
    List<String> started = new ArrayList<>();
    StudyProgress progress =
        new StudyProgress() {
          @Override
          public void forkStarts(int number, int of, ArmPlan arm, StepPlan step) {
            started.add(arm.name());
          }
        };
    StudyRun run =
        new StudyRun(
            StudyPlans.plan(name, StudyForm.QUICK, 1, "virtual"), Store.open(folder), progress);

    run.cancel();
    StudyResult result = run.run();

    assertThat(result.interrupted()).isTrue();
    assertThat(result.study().points()).isEmpty();
    assertThat(started).isEmpty();
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }
}
