package dev.foliot.study.play;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.service.watch.WatchPlan;
import dev.foliot.study.memory.MemoryStudy;
import dev.foliot.study.plan.Measure;
import dev.foliot.study.plan.Measures;
import dev.foliot.study.plan.StepPlan;
import dev.foliot.study.plan.StudyForm;
import dev.foliot.study.rampup.RampUp;
import dev.foliot.study.throughput.Throughput;
import dev.foliot.text.FoliotException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MeasuresTest {
  private static final StepPlan STEP = new RampUp().loads(StudyForm.QUICK, 1, 2).getFirst();

  @Test
  void shouldTakeAllButWhatSlowsAStudyDown() {
    Measures usual = new Throughput().measures();

    assertThat(usual.asked())
        .hasSize(Measure.values().length - 2)
        .doesNotContain(Measure.MEMORY, Measure.DIAGNOSIS);
    assertThat(usual.diagnosis()).isFalse();
    assertThat(usual.memory()).isFalse();
    assertThat(usual.jvmArgs()).isEmpty();
    assertThat(new MemoryStudy().measures().asked())
        .hasSize(Measure.values().length - 1)
        .doesNotContain(Measure.DIAGNOSIS);
  }

  /** Likewise a watched heap costs nothing if no measure needs it. */
  @Test
  void shouldDisturbNoServiceOfWhichNothingIsAsked() {
    Measures none = Measures.of(List.of(Measure.THROUGHPUT, Measure.RESPONSE, Measure.ERRORS));
    WatchPlan watch = ServiceWatch.plan(none, STEP, 1);

    assertThat(none.pool()).isFalse();
    assertThat(watch.recording()).isFalse();
    assertThat(watch.collection()).isFalse();
    assertThat(watch.memoryPeriodNs()).isZero();
    assertThat(watch.periodNs()).as("two samples, at both ends").isGreaterThan(STEP.durationNs());
  }

  @Test
  void shouldTakeWhatAMeasureNeeds() {
    Measures memory = Measures.of(List.of(Measure.MEMORY));
    WatchPlan watch = ServiceWatch.plan(memory, STEP, 1);

    assertThat(memory.jvmArgs()).containsExactly("-XX:NativeMemoryTracking=detail");
    assertThat(watch.recording()).as("it alone counts direct buffers").isTrue();
    assertThat(watch.collection()).isTrue();
    assertThat(watch.memoryPeriodNs()).isPositive();
    assertThat(watch.periodNs()).isEqualTo(ServiceWatch.periodNs(STEP));
    assertThat(ServiceWatch.plan(Measures.of(List.of(Measure.GC)), STEP, 1).recording()).isTrue();
    assertThat(ServiceWatch.plan(Measures.of(List.of(Measure.CPU)), STEP, 1).recording()).isFalse();
  }

  @ParameterizedTest
  @EnumSource
  void shouldReadWhatItWrites(Measure measure) {
    assertThat(Measure.parse(measure.label())).isEqualTo(measure);
    assertThat(Measures.of(List.of(measure)).labels()).containsExactly(measure.label());
  }

  @Test
  void shouldNameThoseThatThereAre() {
    assertThatThrownBy(() -> Measure.parse("jfr"))
        .isInstanceOf(FoliotException.class)
        .hasMessage(
            "there is no measure 'jfr'; choose among throughput, response, errors, cpu, switches,"
                + " run-queue, threads, rss, pool, gc, virtual-threads, memory, diagnosis");
  }
}
