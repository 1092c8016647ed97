package dev.foliot.report.study;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.store.study.StudyCourse;
import dev.foliot.store.study.StudyEvent;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PauseTraceTest {
  private static final long MS = 1_000_000;

  /** Each of the fifty stretches is a second long. */
  private static final PauseTrace PAUSES = new PauseTrace(0, 50);

  @Test
  void shouldTellForHowLongCollectionsStoppedAFork() {
    StudyCourse course =
        course(
            List.of(
                pause(-1_000, 99),
                pause(10_200, 8),
                pause(10_900, 4),
                StudyEvent.pinned(20_000, 99 * MS),
                pause(60_000, 99)));

    Trace perSecond = PAUSES.perSecond(course);
    Trace byOne = PAUSES.most(course);

    assertThat(perSecond.size()).isEqualTo(50);
    assertThat(perSecond.atS(10)).isEqualTo(10.5);
    assertThat(perSecond.value(10)).isEqualTo(12.0 * MS);
    assertThat(perSecond.most()).isEqualTo(12.0 * MS);
    assertThat(perSecond.value(11)).isZero();
    assertThat(byOne.value(10)).isEqualTo(8.0 * MS);
    assertThat(byOne.most()).isEqualTo(8.0 * MS);
  }

  @Test
  void shouldBeEmptyWithoutARecordingAndWithoutTime() {
    assertThat(PAUSES.perSecond(StudyCourse.NONE).isEmpty()).isTrue();
    assertThat(new PauseTrace(1, 1).most(course(List.of(pause(1_000, 1)))).isEmpty()).isTrue();
  }

  /** One a millisecond, so the first 10 s of them. */
  @Test
  void shouldEndWhereATableThatIsFullEnds() {
    StudyCourse full =
        course(IntStream.range(0, StudyEvent.MOST).mapToObj(i -> pause(i, 1)).toList());

    assertThat(PAUSES.most(full).size()).isEqualTo(10);
  }

  /** Pinned threads go before collections do. */
  @Test
  void shouldKnowAllCollectionsOfATableThatIsFullOfPinnedThreads() {
    List<StudyEvent> full =
        IntStream.range(0, StudyEvent.MOST)
            .mapToObj(i -> i == 5 ? pause(i, 1) : StudyEvent.pinned(i, MS))
            .toList();

    assertThat(PAUSES.most(course(full)).size()).isEqualTo(50);
  }

  private static StudyEvent pause(double atMs, long ms) {
    return StudyEvent.collection(atMs, 2 * ms * MS, ms * MS, "G1New", "Allocation Failure");
  }

  private static StudyCourse course(List<StudyEvent> events) {
    return new StudyCourse(List.of(), List.of(), List.of(), List.of(), List.of(), events);
  }
}
