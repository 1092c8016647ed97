package dev.foliot.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class MessageRecorderTest {
  private static final long START_NS = 1_000_000;
  private static final long INTERVAL_NS = 10_000;

  private final MessageRing ring = new MessageRing(16, 1, 1);
  private final MessageRecorder recorder = new MessageRecorder(ring, START_NS, INTERVAL_NS, 1);
  private final Ledger ledger = new Ledger();
  private long nextId;

  private void message(long intendedNs, long lagNs, long latenessNs, long serviceNs) {
    ring.begin(nextId, START_NS + intendedNs, latenessNs, START_NS + intendedNs + lagNs);
    ring.end(nextId, START_NS + intendedNs + lagNs + serviceNs);
    recorder.record(nextId);
    nextId++;
    ledger.add(Kind.RESPONSE, lagNs + serviceNs);
    ledger.add(Kind.SERVICE, serviceNs);
    ledger.add(Kind.LAG, lagNs);
    ledger.add(Kind.LATENESS, latenessNs);
    ledger.add(Kind.BACKLOG, lagNs - latenessNs);
  }

  private void copyAll() {
    while (recorder.hasWork()) {
      recorder.step();
    }
  }

  private List<Interval> intervals() {
    return recorder.intervals().stream().map(Interval.Builder::build).toList();
  }

  private static long count(Interval interval) {
    return Objects.requireNonNull(interval.durations().get(Kind.RESPONSE)).count();
  }

  @Tag("once")
  @Test
  void shouldGiveTheWholeAsTheSumOfItsIntervals() {
    for (long seed = 1; seed <= 10; seed++) {
      MessageRecorderTest fresh = new MessageRecorderTest();
      fresh.assertSumOfRandomMessages(new SplittableRandom(seed), "seed " + seed);
    }
  }

  private void assertSumOfRandomMessages(SplittableRandom random, String seed) {
    int steps = random.nextInt(50);
    long intendedNs = 0;
    for (int i = 0; i < 2_000; i++) {
      intendedNs += random.nextLong(1L << random.nextInt(1, 14));
      long latenessNs = random.nextLong(1L << random.nextInt(1, 50));
      long backlogNs = random.nextBoolean() ? 0 : random.nextLong(1L << random.nextInt(1, 50));
      message(
          intendedNs,
          latenessNs + backlogNs,
          latenessNs,
          random.nextLong(1L << random.nextInt(1, 50)));
      for (int step = 0; step < steps; step++) {
        recorder.step();
      }
    }
    recorder.finish();
    assertThat(ledger.differences(VirtualLoad.total(intervals()))).as(seed).isEmpty();
    assertThat(recorder.contradictory()).isZero();
  }

  @Test
  void shouldPutAMessageIntoTheIntervalOfItsIntendedStart() {
    SplittableRandom random = new SplittableRandom(1);
    TreeMap<Long, Long> expected = new TreeMap<>();
    long intendedNs = 0;
    for (int i = 0; i < 2_000; i++) {
      message(intendedNs, random.nextLong(5 * INTERVAL_NS), 0, 1);
      copyAll();
      expected.merge(intendedNs / INTERVAL_NS * INTERVAL_NS, 1L, Long::sum);
      intendedNs += random.nextLong(INTERVAL_NS / 10);
    }
    recorder.finish();
    TreeMap<Long, Long> actual = new TreeMap<>();
    for (Interval interval : intervals()) {
      assertThat(interval.endNs()).isEqualTo(interval.startNs() + INTERVAL_NS);
      actual.put(interval.startNs(), count(interval));
    }
    assertThat(actual).isEqualTo(expected);
  }

  @Test
  void shouldPutAMessageOnABoundaryIntoTheIntervalThatBeginsThere() {
    message(INTERVAL_NS - 1, 0, 0, 1);
    message(INTERVAL_NS, 0, 0, 1);
    message(INTERVAL_NS, 0, 0, 1);
    recorder.finish();
    assertThat(intervals().stream().map(MessageRecorderTest::count)).containsExactly(1L, 2L);
  }

  @Test
  void shouldPassOverTimeWithoutMessages() {
    message(0, 0, 0, 1);
    message(10 * INTERVAL_NS + 5, 0, 0, 1);
    copyAll();
    message(20 * INTERVAL_NS, 0, 0, 1);
    recorder.finish();
    List<Interval> intervals = intervals();
    assertCovers(intervals, 20 * INTERVAL_NS);
    assertThat(intervals.stream().map(MessageRecorderTest::count)).containsExactly(1L, 1L, 1L);
  }

  @Test
  void shouldMergeIntervalsWhileTheCopyIsLateAndLoseNothing() {
    for (int i = 0; i < 100; i++) {
      message(i * INTERVAL_NS / 2, i, 0, i);
    }
    recorder.finish();
    List<Interval> intervals = intervals();
    assertThat(intervals).hasSize(2);
    assertThat(ledger.differences(VirtualLoad.total(intervals))).isEmpty();
    assertCovers(intervals, 99 * INTERVAL_NS / 2);
  }

  @Test
  void shouldLetEveryIntervalEndAfterTheLastOfItsMessages() {
    for (int steps = 0; steps < 30; steps++) {
      MessageRecorderTest fresh = new MessageRecorderTest();
      for (int i = 0; i < 300; i++) {
        fresh.message(i * INTERVAL_NS / 3, i, i, i);
        for (int step = 0; step < steps; step++) {
          fresh.recorder.step();
        }
      }
      fresh.recorder.finish();
      assertCovers(fresh.intervals(), 299 * INTERVAL_NS / 3);
    }
  }

  /** Each interval begins where the previous one ended, and the last ends after this time. */
  private static void assertCovers(List<Interval> intervals, long lastIntendedNs) {
    long at = 0;
    for (Interval interval : intervals) {
      assertThat(interval.startNs()).isEqualTo(at);
      assertThat(interval.endNs()).isGreaterThan(at);
      at = interval.endNs();
    }
    assertThat(at).isGreaterThan(lastIntendedNs);
  }

  @Test
  void shouldGiveOneEmptyIntervalWithoutMessages() {
    recorder.finish();
    assertThat(intervals()).hasSize(1);
    assertThat(count(intervals().get(0))).isZero();
    assertThat(recorder.lastEndNs()).isEqualTo(START_NS);
  }

  @Test
  void shouldKnowTheLastEndAndTheSlowest() {
    message(0, 500, 0, 9_000);
    message(1, 0, 0, 7);
    recorder.finish();
    assertThat(recorder.lastEndNs()).isEqualTo(START_NS + 9_500);
    assertThat(recorder.slowest(0).stream().map(SlowMessage::responseNs))
        .containsExactlyInAnyOrder(9_500L, 7L);
  }

  @Test
  void shouldCountMessagesWhoseTimesContradictEachOther() {
    ring.begin(0, START_NS + 100, 0, START_NS + 90);
    ring.end(0, START_NS + 200);
    recorder.record(0);
    ring.begin(1, START_NS + 100, 0, START_NS + 150);
    ring.end(1, START_NS + 140);
    recorder.record(1);
    ring.begin(2, START_NS + 100, 60, START_NS + 150);
    ring.end(2, START_NS + 160);
    recorder.record(2);
    ring.begin(3, START_NS + 300, 0, START_NS + 300);
    ring.end(3, START_NS + 200);
    recorder.record(3);
    recorder.finish();
    assertThat(recorder.contradictory()).isEqualTo(4);
    assertThat(ledger.differences(VirtualLoad.total(intervals()))).isEmpty();
  }

  @Test
  void shouldAllocateNothingPerIntervalThatWasExpected() {
    MessageRecorder roomy = new MessageRecorder(ring, START_NS, INTERVAL_NS, 1 << 16);
    long bytes =
        Allocation.bytesOf(() -> {
          for (int i = 0; i < 1_000; i++) {
            ring.begin(i, START_NS + i * INTERVAL_NS / 2, 0, START_NS + i * INTERVAL_NS / 2);
            ring.end(i, START_NS + i * INTERVAL_NS / 2 + i);
            roomy.record(i);
            while (roomy.hasWork()) {
              roomy.step();
            }
          }
        });
    assertThat(bytes).isZero();
  }
}
