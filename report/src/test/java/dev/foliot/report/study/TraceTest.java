package dev.foliot.report.study;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.store.series.LoadInterval;
import dev.foliot.store.study.StudyCourse;
import dev.foliot.store.study.StudyInterval;
import dev.foliot.store.study.StudySample;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TraceTest {
  @Test
  void shouldTakeThroughputOverTheWindowAroundItsTime() {
    StudyCourse course = intervals(-100, 0, 30, 10, 50, 20, 99);

    Trace trace = Trace.throughput(course, 200, 400);

    assertThat(shown(trace))
        .as("before the load each by itself, and nothing that ends after it")
        .containsExactly("-0.05:0", "0.1:200", "0.2:300", "0.3:350");
  }

  /** The remote system takes 0.2 s, and everybody is served at once. */
  @Test
  void shouldNotHaveAllTheThroughputBeforeTheFirstAnswersCanHaveCome() {
    StudyCourse course = intervals(0, 0, 0, 100, 0, 100, 0, 100);

    assertThat(shown(Trace.throughput(course, 400, 700)))
        .containsExactly("0.2:250", "0.3:500", "0.4:500", "0.5:500");
  }

  @Test
  void shouldRoundAWindowUpToWholeIntervals() {
    assertThat(shown(Trace.throughput(intervals(0, 30, 10, 50), 101, 300)))
        .containsExactly("0.1:200", "0.2:300");
    assertThat(shown(Trace.throughput(intervals(0, 30, 10), 0, 200)))
        .containsExactly("0.05:300", "0.15:100");
    assertThat(Trace.throughput(StudyCourse.NONE, 100, 100).isEmpty()).isTrue();
  }

  @Test
  void shouldGiveWhatGrowsPerSecond() {
    List<StudySample> samples = new ArrayList<>();
    for (int i = 0; i <= 6; i++) {
      samples.add(
          new StudySample(
              i * 50,
              new StudySample.Sums(i * 10L, 0, 0, 0, null, 0, 0),
              new StudySample.Now(1, 1, 0, 0)));
    }
    StudyCourse course =
        new StudyCourse(List.of(), samples, List.of(), List.of(), List.of(), List.of());

    assertThat(shown(Trace.perSecond(course, 100, sample -> sample.sums().cpuUserNs())))
        .containsExactly("0.1:200", "0.2:200", "0.3:200");
  }

  /** 10 ms of CPU in 50 ms; looks are between the driver's intervals of 100 ms. */
  @Test
  void shouldShareTheCpuAmongTheRequestsThatWereAnswered() {
    List<StudySample> samples = new ArrayList<>();
    for (int i = -4; i <= 10; i++) {
      long sum = (i + 4) * 5_000_000L;
      samples.add(
          new StudySample(
              i * 50 + 10,
              new StudySample.Sums(sum, sum, 0, 0, null, 0, 0),
              new StudySample.Now(1, 1, 0, 0)));
    }
    StudyCourse course =
        new StudyCourse(
            intervals(-100, 0, 20, 10, 0, 0).intervals(),
            samples,
            List.of(),
            List.of(),
            List.of(),
            List.of());

    assertThat(shown(Trace.cpuPerRequest(course, -100, 100)))
        .as("20 ms for 2 requests, 19, 9 and none")
        .containsExactly("0.01:10000000", "0.11:1052632", "0.21:2222222", "0.31:0");
    assertThat(shown(Trace.cpuPerRequest(course, 50, 50)).getFirst()).startsWith("0.11:");
    assertThat(Trace.cpuPerRequest(StudyCourse.NONE, 0, 100).isEmpty()).isTrue();
  }

  @Test
  void shouldHaveAHoleWhereNoRequestWasAnswered() {
    List<StudySample> samples = new ArrayList<>();
    for (int i = 0; i <= 3; i++) {
      samples.add(
          new StudySample(
              i * 100,
              new StudySample.Sums(i, i, 0, 0, null, 0, 0),
              new StudySample.Now(1, 1, 0, 0)));
    }
    StudyCourse course =
        new StudyCourse(
            intervals(0, 2, 0, 1).intervals(), samples, List.of(), List.of(), List.of(), List.of());

    Trace each = Trace.cpuPerRequest(course, 0, 100);

    assertThat(each.value(0)).isEqualTo(1);
    assertThat(each.value(1)).isNaN();
    assertThat(each.value(2)).isEqualTo(2);
  }

  @Test
  void shouldKeepPeaksWhereThereIsNoRoom() {
    StudyCourse course = intervals(0, 1, 9, 2, 3, 7, 1);

    Trace trace = Trace.ofIntervals(course, one -> (double) one.ok()).atMost(2);

    assertThat(shown(trace)).containsExactly("0.15:9", "0.45:7");
    assertThat(trace.most()).isEqualTo(9);
    assertThat(trace.leastPositive()).isEqualTo(7);
    assertThat(trace.at(0.44)).isEqualTo(9);
    assertThat(trace.at(0.45)).isEqualTo(7);
    assertThat(trace.at(0.1)).isNaN();
  }

  @Test
  void shouldHaveHolesWhereNothingIsKnown() {
    Trace trace =
        Trace.ofIntervals(intervals(0, 1, 0, 3), one -> one.ok() == 0 ? null : (double) one.ok());

    assertThat(trace.value(1)).isNaN();
    assertThat(trace.most()).isEqualTo(3);
    assertThat(trace.atMost(1).value(0)).isEqualTo(3);
  }

  private static StudyCourse intervals(int fromMs, long... ok) {
    List<StudyInterval> intervals = new ArrayList<>();
    for (int i = 0; i < ok.length; i++) {
      double start = fromMs + 100.0 * i;
      intervals.add(
          new StudyInterval(
              start,
              start + 100,
              new LoadInterval.Counts(ok[i], ok[i], 0, 0, 0),
              LoadInterval.Times.NONE));
    }
    return new StudyCourse(intervals, List.of(), List.of(), List.of(), List.of(), List.of());
  }

  private static List<String> shown(Trace trace) {
    List<String> shown = new ArrayList<>();
    for (int i = 0; i < trace.size(); i++) {
      shown.add(trace.atS(i) + ":" + Math.round(trace.value(i)));
    }
    return shown;
  }
}
