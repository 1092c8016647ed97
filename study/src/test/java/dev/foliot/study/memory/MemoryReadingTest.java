package dev.foliot.study.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.foliot.hotspot.memory.MemoryPart;
import dev.foliot.hotspot.memory.MemorySplit;
import dev.foliot.store.study.Metric;
import dev.foliot.store.study.StudyCollection;
import dev.foliot.store.study.StudyCourse;
import dev.foliot.store.study.StudyMemory;
import dev.foliot.store.study.StudySample;
import dev.foliot.study.plan.StepPlan;
import dev.foliot.study.plan.StudyForm;
import dev.foliot.text.StudyReason;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MemoryReadingTest {
  /** 4 s of L and 4 s of 1.1 L. */
  private static final StepPlan STEP = MemoryLoads.at(MemoryLoads.step(StudyForm.QUICK), 1_000);

  private static StudySample sample(double atMs, long rss) {
    return new StudySample(
        atMs, new StudySample.Sums(0, 0, 0, 0, null, 0, 0), new StudySample.Now(1, 1, 0, rss));
  }

  private static StudyCourse course(List<StudySample> samples, StudyMemory... looks) {
    return new StudyCourse(List.of(), samples, List.of(), List.of(), List.of(looks), List.of());
  }

  private static StudyCollection fell(long bytes) {
    return new StudyCollection(10, 5, 1_000 + bytes, 1_000, 7, 6);
  }

  @Test
  void shouldReadTheLastSampleOfEachLoadAndTheLookAfterIt() {
    StudyCourse course =
        course(
            List.of(
                sample(-5, 1),
                sample(0, 2),
                sample(3_000, 3),
                sample(3_001, 4),
                sample(5_999, 5),
                sample(6_500, 6)),
            new StudyMemory(-9, 1L, null, 100L, Map.of("direct_buffers", 50L, "unattributed", 50L)),
            new StudyMemory(
                6_600, 1L, null, 200L, Map.of("direct_buffers", 190L, "unattributed", 10L)));

    assertThat(MemoryReading.measures(STEP, course, fell(120)))
        .containsOnly(
            entry(Metric.RSS_FIRST_END, 3.0),
            entry(Metric.RSS_END, 5.0),
            entry(Metric.DIRECT_END, 190.0),
            entry(Metric.ofMemory("unattributed"), 10.0),
            entry(Metric.DIRECT_FELL, 120.0),
            entry(Metric.UNATTRIBUTED_SHARE, 0.05));
  }

  @Test
  void shouldCallNoMoreFallenThanThereWas() {
    StudyCourse course =
        course(List.of(), new StudyMemory(1, 1L, null, 10L, Map.of("direct_buffers", 10L)));

    assertThat(MemoryReading.measures(STEP, course, fell(500)))
        .containsEntry(Metric.DIRECT_FELL, 10.0);
    assertThat(MemoryReading.measures(STEP, course, fell(-500)))
        .containsEntry(Metric.DIRECT_FELL, 0.0);
  }

  @Test
  void shouldLeaveOutWhatIsNotKnown() {
    StudyMemory blind = new StudyMemory(8_600, 5L, null, null, Map.of());

    assertThat(MemoryReading.measures(STEP, course(List.of(sample(1, 9)), blind), null))
        .containsOnly(entry(Metric.RSS_FIRST_END, 9.0), entry(Metric.RSS_END, 9.0));
    assertThat(MemoryReading.measures(STEP, StudyCourse.NONE, fell(1))).isEmpty();
  }

  @Test
  void shouldSuspectASplitThatExplainsTooLittle() {
    assertThat(MemoryReading.suspect(0.1)).isEmpty();
    assertThat(MemoryReading.suspect(null)).isEmpty();
    assertThat(MemoryReading.suspect(0.123))
        .contains(new StudyReason.MemoryUnattributed(0.123, 0.1));
  }

  @Test
  void shouldStoreThePartsThatTheWatchKnows() {
    MemorySplit asTheWatchTellsIt = new MemorySplit(0, Map.of(), 0).withSpare(0);
    assertThat(asTheWatchTellsIt.parts().keySet().stream().map(MemoryPart::label))
        .containsExactlyElementsOf(StudyMemory.PARTS);
  }
}
