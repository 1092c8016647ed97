package dev.foliot.report.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.foliot.store.study.StudyCourse;
import dev.foliot.store.study.StudyEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PinnedTraceTest {
  private static final long MS = 1_000_000;

  /** Each of the fifty stretches is half a second long. */
  private static final PinnedTrace TRACE = new PinnedTrace(0, 25);

  @Test
  void shouldTellHowManyWerePinnedAndHowManyCarriersThatBlocked() {
    StudyCourse course =
        course(
            List.of(
                StudyEvent.pinned(-100, 999 * MS),
                StudyEvent.pinned(5_100, 200 * MS),
                StudyEvent.pinned(5_200, 300 * MS),
                StudyEvent.submitFailed(6_100),
                StudyEvent.collection(5_300, 99 * MS, 99 * MS, "G1New", "x")));

    assertThat(TRACE.pinned(course).size()).isEqualTo(50);
    assertThat(TRACE.pinned(course).value(10)).isEqualTo(4);
    assertThat(TRACE.pinned(course).most()).isEqualTo(4);
    assertThat(TRACE.carriers(course).value(10)).isCloseTo(1.0, within(1e-9));
    assertThat(TRACE.notScheduled(course).value(12)).isEqualTo(2);
    assertThat(TRACE.notScheduled(course).value(10)).isZero();
    assertThat(TRACE.pinned(StudyCourse.NONE).isEmpty()).isTrue();
  }

  /** Pinned threads are the first that find no room: one a millisecond, so the first 10 s. */
  @Test
  void shouldEndWhereATableThatIsFullEnds() {
    List<StudyEvent> full =
        new ArrayList<>(
            IntStream.range(1, StudyEvent.MOST).mapToObj(i -> StudyEvent.pinned(i, MS)).toList());
    full.addFirst(StudyEvent.submitFailed(0));

    assertThat(TRACE.pinned(course(full)).size()).isEqualTo(20);
    assertThat(TRACE.notScheduled(course(full)).size()).isEqualTo(50);
  }

  private static StudyCourse course(List<StudyEvent> events) {
    return new StudyCourse(List.of(), List.of(), List.of(), List.of(), List.of(), events);
  }
}
