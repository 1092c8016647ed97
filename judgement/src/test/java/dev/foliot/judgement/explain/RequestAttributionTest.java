package dev.foliot.judgement.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.foliot.judgement.explain.Attribution.Explained;
import dev.foliot.judgement.explain.Attribution.Slow;
import dev.foliot.store.SlowestMessage;
import dev.foliot.store.explain.CauseRecord;
import dev.foliot.store.explain.ExplanationRecord;
import dev.foliot.store.explain.Stop;
import dev.foliot.store.explain.StopKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Attribution of the requests of a simulated server on made-up timelines. */
final class RequestAttributionTest {
  private static final long MS = 1_000_000;

  /** A request each millisecond takes a thread 2 ms; threads take requests in order. */
  private static final long BETWEEN_NS = MS;

  private static final long SERVICE_NS = 2 * MS;
  private static final double PER_S = 1_000;

  /** A server with so many threads, all of which stop together. */
  private static List<SlowestMessage> served(
      int count, int threads, List<Stop> stops, Map<Integer, Long> slow) {
    long[] freeNs = new long[threads];
    List<SlowestMessage> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      long dueNs = i * BETWEEN_NS;
      Arrays.sort(freeNs);
      long endNs = worked(Math.max(dueNs, freeNs[0]), slow.getOrDefault(i, SERVICE_NS), stops);
      freeNs[0] = endNs;
      all.add(request(i, dueNs, dueNs, endNs, 0, 0));
    }
    return slowest(all);
  }

  private static List<SlowestMessage> slowest(List<SlowestMessage> all) {
    return all.stream()
        .sorted(
            Comparator.comparingLong((SlowestMessage one) -> one.times().responseNs()).reversed())
        .limit(1_000)
        .toList();
  }

  private static long worked(long startNs, long workNs, List<Stop> stops) {
    long endNs = startNs + workNs;
    for (Stop stop : stops) {
      if (startNs < stop.endNs() && endNs > stop.startNs()) {
        endNs += stop.endNs() - Math.max(stop.startNs(), startNs);
      }
    }
    return endNs;
  }

  private static SlowestMessage request(
      long index, long dueNs, long startNs, long endNs, long backlogNs, long latenessNs) {
    return new SlowestMessage(
        index,
        new SlowestMessage.Times(
            dueNs, startNs, endNs, endNs - dueNs, endNs - startNs, backlogNs, latenessNs),
        0,
        "",
        Map.of());
  }

  private static Stop stop(long startNs, long lengthNs, StopKind kind) {
    return new Stop(startNs, startNs + lengthNs, lengthNs, 0, kind, "");
  }

  private static List<Explained> explained(List<SlowestMessage> requests, List<Stop> stops) {
    return RequestAttribution.of(
        new Slow(1, requests, stops, List.of(), SERVICE_NS, SERVICE_NS, 3 * MS), PER_S);
  }

  private static ExplanationRecord explain(List<SlowestMessage> requests, List<Stop> stops) {
    return Explanations.of("run", 1, explained(requests, stops), List.of());
  }

  private static Explained of(List<Explained> all, int index) {
    return all.stream().filter(one -> one.message().index() == index).findFirst().orElseThrow();
  }

  private static SlowestMessage logged(long index, long serviceNs, @Nullable Long inServerNs) {
    long dueNs = index * 100 * MS;
    return new SlowestMessage(
        index,
        new SlowestMessage.Times(dueNs, dueNs, dueNs + serviceNs, serviceNs, serviceNs, 0, 0),
        0,
        "",
        inServerNs == null ? Map.of() : Map.of(SlowestMessage.IN_SERVER, inServerNs));
  }

  /** The usual request takes 2 ms, 1 ms of it in the server. */
  private static List<Explained> logged(List<SlowestMessage> requests, List<Stop> stops) {
    return logged(requests, stops, 0);
  }

  private static List<Explained> logged(
      List<SlowestMessage> requests, List<Stop> stops, long errorNs) {
    return RequestAttribution.of(
        new Slow(1, requests, stops, List.of(), SERVICE_NS, SERVICE_NS, 3 * MS),
        PER_S,
        new RequestAttribution.Log(MS, errorNs));
  }

  @Test
  void shouldChargeTheTimeOutsideTheServerBeyondTheUsual() {
    List<SlowestMessage> requests =
        List.of(logged(1, 42 * MS, MS), logged(2, 42 * MS, 41 * MS), logged(3, 42 * MS, null));

    List<Explained> all = logged(requests, List.of());

    assertThat(of(all, 1).shares().get(StopKind.OUTSIDE_SERVER)).isCloseTo(1, within(0.001));
    assertThat(of(all, 2).shares()).isEmpty();
    assertThat(of(all, 3).shares()).isEmpty();
  }

  /** A log in milliseconds: 40 ms are at least 39 ms, and 1.9 ms may be none. */
  @Test
  void shouldChargeNothingWithinTheErrorOfTheLog() {
    List<SlowestMessage> requests =
        List.of(
            logged(1, 42 * MS, MS),
            logged(2, 42 * MS, 42 * MS - 2_900_000),
            logged(3, 42 * MS, 39 * MS));

    List<Explained> all = logged(requests, List.of(), MS);

    assertThat(of(all, 1).shares().get(StopKind.OUTSIDE_SERVER)).isCloseTo(0.975, within(0.001));
    assertThat(of(all, 2).shares()).isEmpty();
    assertThat(of(all, 3).shares().get(StopKind.OUTSIDE_SERVER)).isCloseTo(0.025, within(0.001));
  }

  /** A stopped JVM does not read requests either: that is known better than where they were. */
  @Test
  void shouldChargeWhatStoppedTheServerBeforeTheTimeOutsideIt() {
    List<Explained> all =
        logged(
            List.of(logged(1, 42 * MS, MS)), List.of(stop(110 * MS, 20 * MS, StopKind.GC_PAUSE)));

    assertThat(of(all, 1).shares().get(StopKind.GC_PAUSE)).isCloseTo(0.5, within(0.001));
    assertThat(of(all, 1).shares().get(StopKind.OUTSIDE_SERVER)).isCloseTo(0.5, within(0.001));
  }

  @Test
  void shouldChargeAPauseWithAllThatQueuedBehindIt() {
    List<Stop> pauses =
        List.of(
            stop(500 * MS, 80 * MS, StopKind.GC_PAUSE),
            stop(2_000 * MS, 40 * MS, StopKind.GC_PAUSE));

    // three threads, two of them busy: the queue lasts longer than the pause
    List<SlowestMessage> requests = served(4_000, 3, pauses, Map.of());
    ExplanationRecord explanation = explain(requests, pauses);

    assertThat(explained(requests, pauses))
        .filteredOn(one -> one.message().times().intendedNs() > 620 * MS)
        .filteredOn(one -> one.message().times().intendedNs() < 1_000 * MS)
        .isNotEmpty();
    CauseRecord cause = explanation.causes().getFirst();
    assertThat(cause.code()).isEqualTo(StopKind.GC_PAUSE);
    assertThat(cause.delayShare()).isGreaterThan(0.95);
    assertThat(cause.episodes()).isEqualTo(2);
    assertThat(cause.longestNs()).isEqualTo(80 * MS);
    assertThat(explanation.unexplainedShare()).isLessThan(0.05);
  }

  @Test
  void shouldNotChargeAPauseWithASlowRequestThatCameAfterIt() {
    List<Stop> pauses = List.of(stop(500 * MS, 20 * MS, StopKind.GC_PAUSE));

    // due while those that the pause delayed are still at work, and slow by itself
    List<Explained> all = explained(served(2_000, 100, pauses, Map.of(521, 100 * MS)), pauses);

    assertThat(of(all, 521).shares()).isEmpty();
    assertThat(of(all, 521).unexplained()).isEqualTo(1);
    assertThat(of(all, 505).shares().get(StopKind.GC_PAUSE)).isGreaterThan(0.9);
  }

  @Test
  void shouldChargeAPauseWithItsPartOfASlowRequest() {
    List<Stop> pauses = List.of(stop(500 * MS, 20 * MS, StopKind.GC_PAUSE));

    List<Explained> all = explained(served(2_000, 100, pauses, Map.of(480, 100 * MS)), pauses);

    assertThat(of(all, 480).shares().get(StopKind.GC_PAUSE)).isCloseTo(0.17, within(0.02));
  }

  @Test
  void shouldNotChargeAPauseWithManySlowRequestsThatOverlapEachOther() {
    List<Stop> pauses = List.of(stop(500 * MS, 20 * MS, StopKind.GC_PAUSE));
    List<SlowestMessage> requests = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      requests.add(request(i, i * 50L * MS, i * 50L * MS, i * 50L * MS + 80 * MS, 0, 0));
    }

    List<Explained> all = explained(requests, pauses);

    assertThat(all)
        .filteredOn(one -> !one.shares().isEmpty())
        .extracting(one -> one.message().index())
        .containsExactly(9L, 10L);
  }

  @Test
  void shouldChargeTheGeneratorWithWhatItSentLate() {
    List<SlowestMessage> requests = List.of(request(1, 100 * MS, 115 * MS, 120 * MS, 0, 15 * MS));

    assertThat(explained(requests, List.of()).getFirst().shares())
        .containsOnlyKeys(StopKind.GENERATOR)
        .hasEntrySatisfying(
            StopKind.GENERATOR, share -> assertThat(share).isCloseTo(15.0 / 18, within(0.01)));
  }

  @Test
  void shouldChargeAStopOfTheGeneratorOnlyWhereAnAnswerCameInDuringIt() {
    List<Stop> stops = List.of(stop(110 * MS, 30 * MS, StopKind.GENERATOR));

    List<Explained> all =
        explained(
            List.of(
                request(1, 100 * MS, 100 * MS, 200 * MS, 0, 0),
                request(2, 105 * MS, 105 * MS, 141 * MS, 0, 0)),
            stops);

    assertThat(of(all, 1).shares()).isEmpty();
    assertThat(of(all, 2).shares().get(StopKind.GENERATOR)).isGreaterThan(0.8);
  }

  @Test
  void shouldNotChargeAStopOfTheGeneratorThatIsShorterThanTheErrorOfItsPlace() {
    List<Stop> stops =
        List.of(new Stop(138 * MS, 140 * MS, 2 * MS, 5 * MS, StopKind.GENERATOR, "run-queue"));

    assertThat(explained(List.of(request(1, 100 * MS, 100 * MS, 141 * MS, 0, 0)), stops))
        .singleElement()
        .satisfies(one -> assertThat(one.shares()).isEmpty());
  }

  @Test
  void shouldChargeTheGeneratorBeforeTheServer() {
    List<Stop> stops =
        List.of(
            stop(105 * MS, 40 * MS, StopKind.GENERATOR),
            stop(105 * MS, 40 * MS, StopKind.GC_PAUSE));

    assertThat(explained(List.of(request(1, 105 * MS, 105 * MS, 145 * MS, 0, 0)), stops))
        .singleElement()
        .satisfies(one -> assertThat(one.shares()).containsOnlyKeys(StopKind.GENERATOR));
  }

  @Test
  void shouldChargeTheMeanWaitForACpu() {
    // 16 threads wait 20 ms each, and 20 requests come in that time: 16 ms for each
    List<Stop> stops = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      stops.add(stop(100 * MS, 20 * MS, StopKind.RUN_QUEUE));
    }
    List<SlowestMessage> requests = List.of(request(1, 100 * MS, 100 * MS, 120 * MS, 0, 0));

    assertThat(explained(requests, stops).getFirst().shares().get(StopKind.RUN_QUEUE))
        .isCloseTo(16.0 / 18, within(0.01));
    assertThat(explained(requests, stops.subList(0, 1)).getFirst().shares().get(StopKind.RUN_QUEUE))
        .isCloseTo(1.0 / 18, within(0.01));
  }

  @Test
  void shouldChargeASlowRequestWithThoseThatWaitedForItsConnection() {
    SlowestMessage slow = request(1, 100 * MS, 100 * MS, 200 * MS, 0, 0);
    SlowestMessage behind = request(2, 101 * MS, 200 * MS, 202 * MS, 99 * MS, 0);

    List<Explained> all = explained(List.of(slow, behind), List.of());

    assertThat(of(all, 1).unexplained()).isEqualTo(1);
    assertThat(of(all, 2).shares().get(StopKind.SLOW_MESSAGE)).isGreaterThan(0.9);
  }

  @Test
  void shouldNotChargeWhatIsKnownLessExactlyThanTheDelayIsLong() {
    List<Stop> blurred =
        List.of(new Stop(100 * MS, 104 * MS, 4 * MS, 5 * MS, StopKind.GC_PAUSE, ""));

    assertThat(explained(List.of(request(1, 100 * MS, 100 * MS, 104 * MS, 0, 0)), blurred))
        .singleElement()
        .satisfies(one -> assertThat(one.shares()).isEmpty());
  }

  @Test
  void shouldSayNothingOfALoadWithoutSlowRequests() {
    assertThat(explain(served(1_000, 100, List.of(), Map.of()), List.of()).scope().messages())
        .isZero();
  }
}
