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
import dev.foliot.store.explain.ThreadStop;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Attribution on made-up timelines. */
final class AttributionTest {
  private static final long MS = 1_000_000;
  private static final long US = 1_000;

  /** A producer that works alone, with messages of 10 us every 100 us, and stops. */
  private static List<SlowestMessage> played(int count, List<Stop> stops, Map<Integer, Long> slow) {
    List<SlowestMessage> messages = new ArrayList<>();
    long freeNs = 0;
    for (int i = 0; i < count; i++) {
      long dueNs = i * 100L * US;
      long startNs = running(Math.max(dueNs, freeNs), stops);
      long endNs = startNs;
      long leftNs = slow.getOrDefault(i, 10 * US);
      while (leftNs > 0) {
        long nextStopNs = nextStop(endNs, stops);
        long workedNs = Math.min(leftNs, nextStopNs - endNs);
        leftNs -= workedNs;
        endNs += workedNs;
        endNs = leftNs > 0 ? running(endNs, stops) : endNs;
      }
      messages.add(message(i, dueNs, startNs, endNs, Math.max(0, freeNs - dueNs)));
      freeNs = endNs;
    }
    return messages.stream()
        .sorted((a, b) -> Long.compare(b.times().responseNs(), a.times().responseNs()))
        .limit(1_000)
        .toList();
  }

  private static long running(long atNs, List<Stop> stops) {
    long at = atNs;
    for (Stop stop : stops) {
      at = at >= stop.startNs() && at < stop.endNs() ? stop.endNs() : at;
    }
    return at;
  }

  private static long nextStop(long atNs, List<Stop> stops) {
    return stops.stream()
        .mapToLong(Stop::startNs)
        .filter(start -> start >= atNs)
        .min()
        .orElse(Long.MAX_VALUE);
  }

  private static SlowestMessage message(
      long index, long dueNs, long startNs, long endNs, long backlogNs) {
    return new SlowestMessage(
        index,
        new SlowestMessage.Times(
            dueNs,
            startNs,
            endNs,
            endNs - dueNs,
            endNs - startNs,
            Math.min(backlogNs, startNs - dueNs),
            0),
        1,
        "producer",
        Map.of());
  }

  private static Stop stop(long startNs, long lengthNs, StopKind kind) {
    return new Stop(startNs, startNs + lengthNs, lengthNs, 0, kind, "");
  }

  private static ExplanationRecord explain(List<SlowestMessage> messages, List<Stop> stops) {
    return Explanations.of("run", 1, explained(messages, stops), List.of());
  }

  private static List<Explained> explained(List<SlowestMessage> messages, List<Stop> stops) {
    return Attribution.of(new Slow(1, messages, stops, List.of(), 10 * US, 10 * US, 50 * US));
  }

  @Test
  void shouldChargeAPauseWithAllThatQueuedBehindIt() {
    List<Stop> pauses =
        List.of(
            stop(10 * MS, 12 * MS, StopKind.GC_PAUSE), stop(60 * MS, 8 * MS, StopKind.GC_PAUSE));

    ExplanationRecord explanation = explain(played(2_000, pauses, Map.of()), pauses);

    CauseRecord cause = explanation.causes().getFirst();
    assertThat(cause.code()).isEqualTo(StopKind.GC_PAUSE);
    assertThat(cause.delayShare()).isGreaterThan(0.97);
    assertThat(cause.episodes()).isEqualTo(2);
    assertThat(cause.stops()).isEqualTo(2);
    assertThat(cause.longestNs()).isEqualTo(12 * MS);
    assertThat(cause.worstNs()).isBetween(11 * MS, 13 * MS);
    assertThat(explanation.unexplainedShare()).isLessThan(0.03);
  }

  @Test
  void shouldNotExplainASlowMessageButThoseBehindIt() {
    List<SlowestMessage> messages = played(1_000, List.of(), Map.of(100, 10 * MS));

    List<Explained> explained = explained(messages, List.of());

    Explained slow =
        explained.stream().filter(one -> one.message().index() == 100).findFirst().orElseThrow();
    assertThat(slow.shares()).isEmpty();
    assertThat(slow.unexplained()).isEqualTo(1);
    assertThat(explained.stream().filter(one -> one.message().index() > 101))
        .isNotEmpty()
        .allSatisfy(one ->
            assertThat(one.shares().getOrDefault(StopKind.SLOW_MESSAGE, 0.0)).isGreaterThan(0.8));
  }

  @Test
  void shouldShareTheDelayOfAStopAndASlowMessageInOneQueue() {
    List<Stop> pauses = List.of(stop(10 * MS, 10 * MS, StopKind.GC_PAUSE));
    // due while those delayed by the pause still queue
    List<SlowestMessage> messages = played(1_000, pauses, Map.of(150, 10 * MS));

    Explained behind =
        explained(messages, pauses).stream()
            .filter(one -> one.message().index() == 200)
            .findFirst()
            .orElseThrow();

    assertThat(behind.shares().get(StopKind.GC_PAUSE)).isCloseTo(0.5, within(0.05));
    assertThat(behind.shares().get(StopKind.SLOW_MESSAGE)).isCloseTo(0.5, within(0.05));
  }

  @Test
  void shouldChargeWhatOverlapsToTheFirstKindOnly() {
    List<Stop> pauses = List.of(stop(10 * MS, 10 * MS, StopKind.GC_PAUSE));
    List<SlowestMessage> messages = played(1_000, pauses, Map.of());
    List<Stop> seen = List.of(pauses.getFirst(), stop(10 * MS, 10 * MS, StopKind.RUN_QUEUE));

    assertThat(explain(messages, seen).causes())
        .singleElement()
        .satisfies(cause -> assertThat(cause.code()).isEqualTo(StopKind.GC_PAUSE));
  }

  @Test
  void shouldFindAStopThatIsSeenALittleOff() {
    List<Stop> pauses = List.of(stop(10 * MS, 10 * MS, StopKind.GC_PAUSE));
    List<SlowestMessage> messages = played(1_000, pauses, Map.of());
    List<Stop> late =
        List.of(new Stop(11 * MS, 21 * MS, 10 * MS, MS, StopKind.GC_PAUSE, "G1 young"));

    CauseRecord cause = explain(messages, late).causes().getFirst();

    assertThat(cause.delayShare()).isGreaterThan(0.9);
    assertThat(cause.detail()).isEqualTo("G1 young");
  }

  @Test
  void shouldNotChargeWhatIsKnownLessExactlyThanTheDelayIsLong() {
    List<Stop> pauses = List.of(stop(10 * MS, MS / 2, StopKind.GC_PAUSE));
    List<SlowestMessage> messages = played(1_000, pauses, Map.of());
    List<Stop> blurred =
        List.of(new Stop(10 * MS, 10 * MS + MS / 2, MS / 2, MS, StopKind.GC_PAUSE, ""));

    ExplanationRecord explanation = explain(messages, blurred);

    assertThat(explanation.causes()).isEmpty();
    assertThat(explanation.unexplainedShare()).isEqualTo(1);
  }

  @Test
  void shouldTakeOnlyThePartOfAWindowThatIsKnown() {
    List<Stop> pauses = List.of(stop(10 * MS, 10 * MS, StopKind.GC_PAUSE));
    List<SlowestMessage> messages = played(1_000, pauses, Map.of());
    List<Stop> window = List.of(new Stop(10 * MS, 20 * MS, 2 * MS, 0, StopKind.STEAL, ""));

    CauseRecord cause = explain(messages, window).causes().getFirst();

    assertThat(cause.code()).isEqualTo(StopKind.STEAL);
    assertThat(cause.delayShare()).isBetween(0.15, 0.5);
  }

  @Test
  void shouldTakeTheMeanPartOfAWindowThatIsLongerThanTheDelay() {
    List<Stop> pauses = List.of(stop(10 * MS, 2 * MS, StopKind.GC_PAUSE));
    List<SlowestMessage> messages = played(1_000, pauses, Map.of());
    // 10 of 50 ms were stolen, at an unknown time: 0.4 of 2 ms
    List<Stop> window = List.of(new Stop(0, 50 * MS, 10 * MS, 0, StopKind.STEAL, ""));

    CauseRecord cause = explain(messages, window).causes().getFirst();

    assertThat(cause.code()).isEqualTo(StopKind.STEAL);
    assertThat(cause.delayShare()).isBetween(0.1, 0.5);
  }

  @Test
  void shouldInventNoCauseFromStopsElsewhere() {
    List<Stop> pauses = List.of(stop(10 * MS, 10 * MS, StopKind.GC_PAUSE));
    List<SlowestMessage> messages = played(1_000, pauses, Map.of());
    List<Stop> elsewhere = List.of(stop(60 * MS, 20 * MS, StopKind.THROTTLING));

    ExplanationRecord explanation = explain(messages, elsewhere);

    assertThat(explanation.causes()).noneMatch(cause -> cause.code() == StopKind.THROTTLING);
    assertThat(explanation.unexplainedShare()).isGreaterThan(0.5);
  }

  @Test
  void shouldSayNothingOfAForkWithoutSlowMessages() {
    ExplanationRecord explanation = explain(played(100, List.of(), Map.of()), List.of());

    assertThat(explanation.scope().messages()).isZero();
    assertThat(explanation.causes()).isEmpty();
    assertThat(explanation.unexplainedShare()).isZero();
    assertThat(explanation.example()).isNull();
  }

  private static ExplanationRecord explain(
      List<SlowestMessage> messages, List<Stop> stops, List<ThreadStop> ofThreads) {
    return Explanations.of(
        "run",
        1,
        Attribution.of(new Slow(1, messages, stops, ofThreads, 10 * US, 10 * US, 50 * US)),
        List.of());
  }

  @Test
  void shouldChargeTheStopOfAThreadWithTheMessagesOfThisThread() {
    // message 100 waits for 8 of its 10 ms
    List<SlowestMessage> messages = played(1_000, List.of(), Map.of(100, 10 * MS));
    Stop wait = new Stop(11 * MS, 19 * MS, 8 * MS, 50 * US, StopKind.MONITOR, "acme.Ledger.add:7");

    ExplanationRecord own = explain(messages, List.of(), List.of(new ThreadStop(1, wait)));
    ExplanationRecord others = explain(messages, List.of(), List.of(new ThreadStop(2, wait)));

    CauseRecord cause = own.causes().getFirst();
    assertThat(cause.code()).isEqualTo(StopKind.MONITOR);
    assertThat(cause.delayShare()).isBetween(0.75, 0.9);
    assertThat(cause.detail()).isEqualTo("acme.Ledger.add:7");
    assertThat(others.causes()).noneMatch(one -> one.code() == StopKind.MONITOR);
  }

  @Test
  void shouldNotChargeAStopThatBeganBeforeTheThreadHadWork() {
    List<Stop> pauses = List.of(stop(10 * MS, 10 * MS, StopKind.GC_PAUSE));
    List<SlowestMessage> messages = played(1_000, pauses, Map.of());
    Stop idle = new Stop(8 * MS, 15 * MS, 7 * MS, 50 * US, StopKind.PARK, "acme.Queue.take:3");

    assertThat(explain(messages, List.of(), List.of(new ThreadStop(1, idle))).causes()).isEmpty();
  }

  @Test
  void shouldChargeMessagesOfOtherThreadsWithTheSlowMessage() {
    SlowestMessage stopped = message(0, 0, 0, 10 * MS, 0);
    SlowestMessage behind = ofThread(2, message(1, MS, 10 * MS, 10 * MS + 10 * US, 9 * MS));
    Stop wait = new Stop(MS / 2, 10 * MS, 9 * MS + MS / 2, 50 * US, StopKind.FSYNC, "");

    List<Explained> explained =
        Attribution.of(
            new Slow(
                1,
                List.of(stopped, behind),
                List.of(),
                List.of(new ThreadStop(1, wait)),
                10 * US,
                10 * US,
                50 * US));

    assertThat(of(explained, 0).shares()).containsOnlyKeys(StopKind.FSYNC);
    assertThat(of(explained, 1).shares()).containsOnlyKeys(StopKind.SLOW_MESSAGE);
  }

  private static Explained of(List<Explained> all, int index) {
    return all.stream().filter(one -> one.message().index() == index).findFirst().orElseThrow();
  }

  private static SlowestMessage ofThread(long threadId, SlowestMessage message) {
    return new SlowestMessage(
        message.index(),
        new SlowestMessage.Times(
            message.times().intendedNs(),
            message.times().startNs(),
            message.times().endNs(),
            message.times().responseNs(),
            message.times().serviceNs(),
            message.times().backlogNs(),
            message.times().latenessNs()),
        threadId,
        "worker",
        message.probesNs());
  }
}
