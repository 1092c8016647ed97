package dev.foliot.study;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.store.study.StudyPoint;
import dev.foliot.study.plan.StudyForm;
import dev.foliot.study.run.StudyPlans;
import dev.foliot.study.throughput.Throughput;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Two arms, two loads that share a process, and four forks of each. */
class StudyPaceTest {
  private final StudyPlan plan =
      StudyPlans.plan(new Throughput(), StudyForm.QUICK, 4, "virtual", "fixed:50");
  private final StudyPace pace = new StudyPace(plan, plan.aboutNs());
  private final long processNs = plan.forkNs(0, 0) + plan.forkNs(0, 1);

  private void process(String arm) {
    StudyPoints points = new StudyPoints();
    points.add(arm, 0, 1, Map.of());
    points.add(arm, 1, 1, Map.of());
    for (StudyPoint point : points.all()) {
      pace.ended(point);
    }
  }

  @Test
  void shouldKeepAPromiseThatHolds() {
    assertThat(pace.wholeNs(0)).isEqualTo(plan.aboutNs());
    process("virtual");

    assertThat(pace.correction(processNs * 11 / 10)).isEmpty();
  }

  @Test
  void shouldCorrectAWrongPromiseOnce() {
    process("virtual");
    long usedNs = processNs * 3 / 2;

    assertThat(pace.correction(usedNs)).hasValue(pace.wholeNs(usedNs));
    assertThat((double) pace.wholeNs(usedNs) / plan.aboutNs()).isBetween(1.49, 1.51);
    assertThat(pace.correction(usedNs)).isEqualTo(OptionalLong.empty());
  }
}
