package dev.foliot.study;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.load.Traffic;
import dev.foliot.service.watch.WatchPlan;
import dev.foliot.store.StudyMark;
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
    assertThat(StudyRecords.marks(step))
        .containsExactly(new StudyMark(0, load), new StudyMark(3_000, more));
  }

  @ParameterizedTest
  @EnumSource(StudyForm.class)
  void shouldKnowWhichLoadLacksItsRate(StudyForm form) {
    StepPlan step = MemoryLoads.step(form);

    assertThat(MemoryLoads.lacksRate(step)).isTrue();
    assertThat(MemoryLoads.lacksRate(MemoryLoads.at(step, 5_000))).isFalse();
    assertThat(MemoryLoads.calibration(step, 2).durationNs()).isLessThan(step.durationNs());
  }

  /** As many clients as ask for no more than the quick form's, though each waits for longer. */
  @Test
  void shouldHaveHundredsInFlightInTheFullForm() {
    StepPlan quick = MemoryLoads.step(StudyForm.QUICK);
    StepPlan full = MemoryLoads.step(StudyForm.FULL);

    assertThat(MemoryLoads.calibration(quick, 1).traffic()).isEqualTo(new Traffic.Closed(128, 0));
    assertThat(MemoryLoads.calibration(full, 1).traffic()).isEqualTo(new Traffic.Closed(512, 0));
    assertThat(MemoryLoads.calibration(full, 64).traffic())
        .isEqualTo(new Traffic.Closed(20_000, 0));
    // 1.1 L of what 500 threads can: 2,000 in a second
    Traffic.Open most = (Traffic.Open) MemoryLoads.at(full, 2_000).traffic();
    assertThat(most.rate().perSecond() * full.delayNs() / 1e9).isEqualTo(250);
    assertThat(full.connections()).isGreaterThan(1_000);
    assertThat(StudyPlan.usualArms(StudyName.MEMORY, StudyForm.FULL)).contains("fixed:500");
  }

  @Test
  void shouldHaveNoMarksWhereALoadDoesNotChange() {
    assertThat(
            StudyRecords.marks(StudyLoads.of(StudyName.RAMP_UP, StudyForm.QUICK, 1, 2).getFirst()))
        .isEmpty();
  }

  @Test
  void shouldScaleTheLargestHeapToTheMachine() {
    assertThat(MemoryLoads.jvmArgs(64 * GB))
        .containsExactly("-Xms64m", "-Xmx2048m", "-XX:NativeMemoryTracking=detail");
    assertThat(MemoryLoads.jvmArgs(4 * GB)).contains("-Xmx1024m");
    assertThat(MemoryLoads.jvmArgs(GB / 2)).contains("-Xmx256m");
    assertThat(StudyLoads.jvmArgs(StudyName.MEMORY)).isEqualTo(MemoryLoads.jvmArgs());
    assertThat(StudyLoads.jvmArgs(StudyName.THROUGHPUT)).isEmpty();
  }

  @Test
  void shouldAttachUnderLoadOnlyToSeeWhatMemoryIsMadeOf() {
    StepPlan step = MemoryLoads.step(StudyForm.QUICK);

    WatchPlan memory = CellWatch.plan(Measures.usual(StudyName.MEMORY), step, 1);
    WatchPlan rampUp = CellWatch.plan(Measures.usual(StudyName.RAMP_UP), step, 1);

    assertThat(memory.memoryPeriodNs()).isEqualTo(1_500_000_000);
    assertThat(memory.collection()).isTrue();
    assertThat(rampUp.memoryPeriodNs()).isZero();
    assertThat(rampUp.collection()).isFalse();
    assertThat(rampUp.recording()).isTrue();
  }
}
