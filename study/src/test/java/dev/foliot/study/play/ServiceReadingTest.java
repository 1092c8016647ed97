package dev.foliot.study.play;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.linux.Reading;
import dev.foliot.load.LoadResult;
import dev.foliot.load.PhaseResult;
import dev.foliot.service.watch.FlightView;
import dev.foliot.service.watch.JvmEvents;
import dev.foliot.service.watch.Watched;
import dev.foliot.store.KernelView;
import dev.foliot.store.Validity;
import dev.foliot.store.explain.TimelineRecord;
import dev.foliot.store.load.LoadGenerator;
import dev.foliot.store.load.RequestWaits;
import dev.foliot.store.study.StudyEvent;
import dev.foliot.store.study.StudySample;
import dev.foliot.store.study.StudyWatch;
import dev.foliot.study.ForkOutcome;
import dev.foliot.study.plan.Measure;
import dev.foliot.study.plan.Measures;
import dev.foliot.study.throughput.Throughput;
import dev.foliot.study.watch.ThreadsWatch;
import dev.foliot.text.ServiceReason;
import dev.foliot.text.StudyReason;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ServiceReadingTest {
  private static final long SECOND = 1_000_000_000;

  @Test
  void shouldTellWhatWasSeenAndWhatCouldNotBe() {
    ForkOutcome.Played played = played(new Throughput().measures());

    assertThat(played.observed().watch()).isNotNull();
    assertThat(played.course().samples()).hasSize(2);
    assertThat(played.unavailable())
        .singleElement()
        .satisfies(reason -> assertThat(reason.text()).startsWith("run-queue wait: "));
  }

  /** Both ends of the watch have a sample, which belongs to no figure. */
  @Test
  void shouldLeaveOutWhatNobodyAskedFor() {
    ForkOutcome.Played played = played(Measures.of(List.of(Measure.THROUGHPUT)));

    assertThat(played.observed().watch()).isNull();
    assertThat(played.course().samples()).isEmpty();
    assertThat(played.unavailable()).isEmpty();
    assertThat(played.work().done()).isEqualTo(10);
  }

  private static ForkOutcome.Played played(Measures measures) {
    LoadResult result = result(load(0));
    Watched watched =
        new Watched(List.of(sample(0), sample(SECOND)), List.of(), notAsked(), notAsked(), false);
    return new ServiceReading(
            result,
            List.of(result.phases().size() - 1),
            0,
            watched,
            ThreadsWatch.notAsked(),
            0,
            measures)
        .outcome(null, List.of(), TimelineRecord.NONE, null);
  }

  @Test
  void shouldPartWhatWasSeenOfLoadsThatFollowedEachOther() {
    LoadResult result = result(load(0), load(SECOND), load(2 * SECOND));
    List<StudySample> samples =
        IntStream.rangeClosed(0, 7).mapToObj(i -> sample(i * SECOND / 2)).toList();
    Watched watched = new Watched(samples, List.of(), notAsked(), notAsked(), false);

    ForkOutcome.Played first = played(result, 0, watched);
    ForkOutcome.Played second = played(result, 1, watched);

    // the first phase is a warm-up, and values after the last load belong to it
    assertThat(first.course().samples())
        .extracting(StudySample::atMs)
        .containsExactly(-1_000.0, -500.0, 0.0, 500.0, 1_000.0);
    assertThat(second.course().samples())
        .extracting(StudySample::atMs)
        .containsExactly(0.0, 500.0, 1_000.0, 1_500.0);
    assertThat(first.observed().watch())
        .isNotNull()
        .extracting(StudyWatch::spanNs)
        .isEqualTo(SECOND);
    assertThat(second.observed().watch())
        .isNotNull()
        .extracting(StudyWatch::spanNs, one -> one.cpu().cpuUserCores())
        .containsExactly(SECOND, 0.5);
    assertThat(second.startEpochMs() - first.startEpochMs()).isEqualTo(1_000);
  }

  @Test
  void shouldPartTheEventsOfTheFlightRecorderLikewise() {
    LoadResult result = result(load(0), load(SECOND), load(2 * SECOND));
    List<JvmEvents.Pinned> pinned =
        IntStream.of(1, 3, 5).mapToObj(i -> new JvmEvents.Pinned(i * SECOND / 2, 1)).toList();
    FlightView flight =
        new FlightView(
            new FlightView.Collector(0, 0, 0, 0, 0),
            new FlightView.VirtualThreads(7, 3, 0),
            List.of(),
            List.of(),
            List.of(),
            new JvmEvents(List.of(), pinned, List.of(), 4));
    Watched watched =
        new Watched(
            List.of(sample(0), sample(3 * SECOND)),
            List.of(),
            Reading.of(flight),
            notAsked(),
            false);

    ForkOutcome.Played first = played(result, 0, watched);
    ForkOutcome.Played second = played(result, 1, watched);

    assertThat(first.course().events()).extracting(StudyEvent::atMs).containsExactly(-500.0, 500.0);
    assertThat(second.course().events()).extracting(StudyEvent::atMs).containsExactly(500.0);
    assertThat(first.observed().flight()).isNull();
    assertThat(second.observed().flight()).isNotNull();
    // reported once, for the complete run
    assertThat(first.unavailable())
        .noneMatch(reason -> reason.is(StudyReason.FlightEventsLeftOut.class));
    assertThat(second.unavailable())
        .contains(new StudyReason.FlightEventsLeftOut(4, StudyEvent.MOST));
  }

  private static ForkOutcome.Played played(LoadResult result, int number, Watched watched) {
    return new ServiceReading(
            result,
            List.of(result.phases().size() - 2, result.phases().size() - 1),
            number,
            watched,
            ThreadsWatch.notAsked(),
            0,
            new Throughput().measures())
        .outcome(null, List.of(), TimelineRecord.NONE, null);
  }

  private static LoadResult result(PhaseResult... phases) {
    return new LoadResult(
        "http://127.0.0.1:1",
        "127.0.0.1 port 1",
        new LoadResult.Start(0, 0),
        1,
        new LoadGenerator(1, 1, 1, "epoll"),
        List.of(phases));
  }

  private static PhaseResult load(long startNs) {
    return new PhaseResult(
        new PhaseResult.Played("load", "closed", "closed loop, 1 client", startNs, SECOND),
        new PhaseResult.Counts(10, 10, 10, Map.of(), 0, 10),
        new PhaseResult.Times(Map.of(), Map.of(), Map.of(), RequestWaits.NONE),
        List.of(),
        List.of(),
        List.of(),
        new PhaseResult.Loops(KernelView.none(List.of()), null),
        Validity.valid());
  }

  private static StudySample sample(long atNs) {
    return new StudySample(
        atNs / 1e6,
        new StudySample.Sums(atNs / 2, 0, 0, 0, null, 0, 0),
        new StudySample.Now(1, 20, 1, 1_000_000));
  }

  private static <T> Reading<T> notAsked() {
    return Reading.unavailable(new ServiceReason.NotAsked());
  }
}
