package dev.foliot.diagnose.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.foliot.hotspot.pool.PoolSample;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ParkedIntervalsTest {
  private static final long MS = 1_000_000;

  private final ParkedIntervals intervals = new ParkedIntervals();
  private long ns;
  private long stops;
  private long stoppedTicks;

  /** All sleep, at any time. */
  private static final class Asleep implements ParkedIntervals.Sleepers {
    @Override
    public void begin() {}

    @Override
    public OptionalLong asleepAt(PoolSample look, long ns) {
      return OptionalLong.of(ns);
    }
  }

  private static PoolSample asleep(Map<Integer, Long> heads, long stops, long ticks) {
    return new PoolSample(
        2,
        1,
        2,
        true,
        List.of(),
        new PoolSample.Tasks(heads, 0, heads.size()),
        new PoolSample.Stops(stops, ticks));
  }

  private void see(int released, boolean anyWaits, Map<Integer, Long> heads) {
    intervals.look(
        ns,
        ns,
        new PoolSample(
            2,
            released,
            2,
            anyWaits,
            List.of(),
            new PoolSample.Tasks(heads, 0, heads.size()),
            new PoolSample.Stops(stops, stoppedTicks)),
        new Asleep());
    ns += 2 * MS;
  }

  private void asleep(int base) {
    see(1, true, Map.of(3, (long) base));
  }

  private void idle() {
    see(0, true, Map.of());
  }

  @Test
  void shouldFindAQueueOfWhichNothingIsTakenWhileACarrierSleeps() {
    idle();
    for (int i = 0; i < 7; i++) {
      asleep(41);
    }
    idle();
    asleep(42);
    asleep(42);
    asleep(42);
    idle();

    ParkedIntervals.Result seen = intervals.end();
    assertThat(seen.intervals()).isEqualTo(2);
    assertThat(seen.longestNs()).isEqualTo(10 * MS);
    assertThat(seen.medianNs()).isEqualTo(2 * MS);
    assertThat(seen.parkedNs()).isEqualTo(12 * MS);
    assertThat(seen.watchedNs()).isEqualTo(24 * MS);
    assertThat(seen.parkedShare()).isCloseTo(12.0 / 24, within(1e-9));
    assertThat(seen.parallelism()).isEqualTo(2);
    assertThat(seen.mostQueued()).isEqualTo(1);
  }

  /** A thread checked after a sample may just have taken the task, and sleep again. */
  @Test
  void shouldNotBelieveAnAnswerBeforeTheWorkIsSeenOnceMore() {
    for (int i = 0; i < 100; i++) {
      asleep(i);
      asleep(i);
    }
    assertThat(intervals.end().intervals()).isZero();
  }

  @Test
  void shouldNotTakeAQueueForOneThatIsServed() {
    for (int i = 0; i < 100; i++) {
      asleep(i);
    }
    assertThat(intervals.end().intervals()).isZero();
  }

  @Test
  void shouldNotTakeCarriersForIdleThatAreAllReleased() {
    for (int i = 0; i < 100; i++) {
      see(2, true, Map.of(3, 5L));
    }
    for (int i = 0; i < 100; i++) {
      see(1, false, Map.of(3, 5L));
    }
    ParkedIntervals.Result seen = intervals.end();
    assertThat(seen.intervals()).isZero();
    assertThat(seen.queuedShare()).isEqualTo(1);
  }

  @Test
  void shouldNotJoinTwoSpellsOfDifferentQueues() {
    see(1, true, Map.of(1, 5L));
    see(1, true, Map.of(1, 5L));
    see(1, true, Map.of(3, 5L));
    see(1, true, Map.of(3, 5L));
    see(1, true, Map.of(1, 5L, 3, 6L));
    see(1, true, Map.of(1, 5L));
    see(1, true, Map.of(1, 5L));
    see(1, true, Map.of(1, 6L));
    ParkedIntervals.Result seen = intervals.end();
    assertThat(seen.intervals()).isEqualTo(1);
    assertThat(seen.longestNs()).isEqualTo(2 * MS);
  }

  @Test
  void shouldLeaveOutWhatALookAloneOrTwoTooCloseSay() {
    asleep(1);
    idle();
    intervals.look(ns, ns, asleep(Map.of(1, 1L), 0, 0), new Asleep());
    intervals.look(ns + MS / 2, ns + MS / 2, asleep(Map.of(1, 1L), 0, 0), new Asleep());
    ns += MS;
    idle();
    assertThat(intervals.end().intervals()).isZero();
  }

  @Test
  void shouldLeaveOutWhatHappensWhileTheJvmStandsStill() {
    idle();
    stops++; // a collection begins
    asleep(7);
    asleep(7);
    asleep(7);
    stoppedTicks += 6_000_000; // and ends
    idle();
    ParkedIntervals.Result seen = intervals.end();
    assertThat(seen.intervals()).isZero();
    assertThat(seen.stopped()).isEqualTo(1);
    assertThat(seen.tellsStops()).isTrue();
  }

  /** A full heap is collected all the time. */
  @Test
  void shouldLeaveOutACollectionThatTheNextOneFollowsAtOnce() {
    stops++;
    asleep(7);
    asleep(7);
    asleep(7);
    stoppedTicks += 6_000_000;
    stops++; // before the next sample
    idle();
    ParkedIntervals.Result seen = intervals.end();
    assertThat(seen.intervals()).isZero();
    assertThat(seen.stopped()).isEqualTo(1);
  }

  @Test
  void shouldKeepASpellThatACollectionEnds() {
    asleep(7);
    asleep(7);
    asleep(7);
    asleep(7);
    stops++;
    asleep(7);
    asleep(7);
    asleep(7);
    stoppedTicks += 2_000_000;
    asleep(8);
    ParkedIntervals.Result seen = intervals.end();
    assertThat(seen.intervals()).isEqualTo(1);
    assertThat(seen.longestNs()).isEqualTo(4 * MS);
    assertThat(seen.stopped()).isEqualTo(1);
  }

  @Test
  void shouldNotLookAcrossAGap() {
    asleep(7);
    intervals.gap();
    ns += 100 * MS;
    asleep(7);
    ParkedIntervals.Result seen = intervals.end();
    assertThat(seen.intervals()).isZero();
    assertThat(seen.watchedNs()).isZero();
    assertThat(seen.looks()).isEqualTo(2);
  }
}
