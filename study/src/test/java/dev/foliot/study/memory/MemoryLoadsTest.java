package dev.foliot.study.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.load.Traffic;
import dev.foliot.service.watch.WatchPlan;
import dev.foliot.store.study.StudyMark;
import dev.foliot.study.plan.StepPlan;
import dev.foliot.study.plan.StudyForm;
import dev.foliot.study.play.ServiceWatch;
import dev.foliot.study.rampup.RampUp;
import dev.foliot.study.throughput.Throughput;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class MemoryLoadsTest {
  private static final long GB = 1L << 30;

  @ParameterizedTest
  @CsvSource({"1000, 500/s, 550/s", "1234.5, 610/s, 671/s", "3, 10/s, 11/s", "0, 10/s, 11/s"})
  void shouldTakeAShareOfWhatTheSlowestArmCan(double slowestPerS, String load, String more) {
    StepPlan step = MemoryLoads.at(MemoryLoads.step(StudyForm.QUICK), slowestPerS);

    assertThat(step.traffic()).isInstanceOf(Traffic.Open.class);
    assertThat(step.marks()).containsExactly(new StudyMark(0, load), new StudyMark(3_000, more));
  }

  @ParameterizedTest
  @EnumSource(StudyForm.class)
  void shouldKnowWhichLoadLacksItsRate(StudyForm form) {
    StepPlan step = MemoryLoads.step(form);

    assertThat(MemoryLoads.lacksRate(step)).isTrue();
    assertThat(MemoryLoads.lacksRate(MemoryLoads.at(step, 5_000))).isFalse();
    assertThat(MemoryLoads.calibration(step, 2).durationNs()).isLessThan(step.durationNs());
  }

  /** With the same rate as the quick form, because each client waits longer. */
  @Test
  void shouldHaveHundredsInFlightInTheFullForm() {
    StepPlan quick = MemoryLoads.step(StudyForm.QUICK);
    StepPlan full = MemoryLoads.step(StudyForm.FULL);

    assertThat(MemoryLoads.calibration(quick, 1).traffic()).isEqualTo(new Traffic.Closed(128, 0));
    assertThat(MemoryLoads.calibration(full, 1).traffic()).isEqualTo(new Traffic.Closed(512, 0));
    assertThat(MemoryLoads.calibration(full, 64).traffic())
        .isEqualTo(new Traffic.Closed(20_000, 0));
    // 1.1 L of the maximum of 500 threads: 2,000 in a second
    Traffic.Open most = (Traffic.Open) MemoryLoads.at(full, 2_000).traffic();
    assertThat(most.rate().perSecond() * full.delayNs() / 1e9).isEqualTo(250);
    assertThat(full.connections()).isGreaterThan(1_000);
    assertThat(new MemoryStudy().usualArms(StudyForm.FULL)).contains("fixed:500");
  }

  @Test
  void shouldHaveNoMarksWhereALoadDoesNotChange() {
    assertThat(new RampUp().loads(StudyForm.QUICK, 1, 2).getFirst().marks()).isEmpty();
  }

  @Test
  void shouldScaleTheLargestHeapToTheMachine() {
    assertThat(MemoryLoads.jvmArgs(64 * GB))
        .containsExactly("-Xms64m", "-Xmx2048m", "-XX:NativeMemoryTracking=detail");
    assertThat(MemoryLoads.jvmArgs(4 * GB)).contains("-Xmx1024m");
    assertThat(MemoryLoads.jvmArgs(GB / 2)).contains("-Xmx256m");
    assertThat(new MemoryStudy().jvmArgs()).isEqualTo(MemoryLoads.jvmArgs());
    assertThat(new Throughput().jvmArgs()).isEmpty();
  }

  @Test
  void shouldAttachUnderLoadOnlyToSeeWhatMemoryIsMadeOf() {
    StepPlan step = MemoryLoads.step(StudyForm.QUICK);

    WatchPlan memory = ServiceWatch.plan(new MemoryStudy().measures(), step, 1);
    WatchPlan rampUp = ServiceWatch.plan(new RampUp().measures(), step, 1);

    assertThat(memory.memoryPeriodNs()).isEqualTo(1_500_000_000);
    assertThat(memory.collection()).isTrue();
    assertThat(rampUp.memoryPeriodNs()).isZero();
    assertThat(rampUp.collection()).isFalse();
    assertThat(rampUp.recording()).isTrue();
  }
}
