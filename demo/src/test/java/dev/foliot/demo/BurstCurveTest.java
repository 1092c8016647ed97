package dev.foliot.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.store.series.LoadInterval;
import dev.foliot.store.study.StudyInterval;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BurstCurveTest {
  @Test
  void shouldTakeEachValueOverTheTimeAroundIt() {
    // waves of an answer every second interval
    BurstCurve course = BurstCurve.of(intervals(0, 0, 10, 0, 10, 0, 10), 600, 200);

    assertThat(course.seconds()).containsExactly(0.1, 0.2, 0.3, 0.4, 0.5);
    assertThat(course.perS()).containsExactly(50.0, 50.0, 50.0, 50.0, 50.0);
    assertThat(course.peakPerS()).isEqualTo(50);
    assertThat(course.answeredBy(0.3)).isEqualTo(10);
  }

  @Test
  void shouldSayWhenALevelWasFirstReached() {
    BurstCurve course = BurstCurve.of(intervals(0, 1, 2, 3, 4, 4, 4), 600, 50);

    assertThat(course.secondsTo(30)).hasValue(0.25);
    assertThat(course.secondsTo(41)).isEmpty();
  }

  @Test
  void shouldLeaveOutWhatIsNotOfTheBurst() {
    List<StudyInterval> all = new ArrayList<>(intervals(-200, 100, 100, 5, 7));
    all.add(interval(200, 900, 1_000));

    assertThat(BurstCurve.of(all, 200, 100).perS()).containsExactly(50.0, 70.0);
  }

  @Test
  void shouldHaveNothingToSayOfNothing() {
    BurstCurve course = BurstCurve.of(List.of(), 1_000, 100);

    assertThat(course.perS()).isEmpty();
    assertThat(course.peakPerS()).isZero();
    assertThat(course.answeredBy(1)).isZero();
    assertThat(course.secondsTo(0)).isEmpty();
  }

  private static List<StudyInterval> intervals(int fromMs, long... answers) {
    List<StudyInterval> intervals = new ArrayList<>();
    for (int i = 0; i < answers.length; i++) {
      intervals.add(interval(fromMs + 100.0 * i, fromMs + 100.0 * (i + 1), answers[i]));
    }
    return intervals;
  }

  private static StudyInterval interval(double fromMs, double toMs, long ok) {
    return new StudyInterval(
        fromMs, toMs, new LoadInterval.Counts(ok, ok, 0, 0, 0), LoadInterval.Times.NONE);
  }
}
