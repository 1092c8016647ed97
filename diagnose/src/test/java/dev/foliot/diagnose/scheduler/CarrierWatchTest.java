package dev.foliot.diagnose.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.diagnose.reason.ExaminationReason;
import dev.foliot.hotspot.pool.PoolSample;
import dev.foliot.hotspot.pool.PoolSampler;
import dev.foliot.hotspot.reason.JvmReason;
import dev.foliot.linux.Reading;
import dev.foliot.linux.proc.ThreadState;
import dev.foliot.text.Examined;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Slow samples, in simulated time. */
class CarrierWatchTest {
  private static final long MS = 1_000_000;
  private static final PoolSample ASLEEP =
      new PoolSample(
          2,
          1,
          2,
          true,
          List.of(),
          new PoolSample.Tasks(Map.of(3, 7L), 7, 1),
          new PoolSample.Stops(0, 0));
  private static final PoolSample NOTHING =
      new PoolSample(
          2,
          0,
          2,
          true,
          List.of(),
          new PoolSample.Tasks(Map.of(), 7, 0),
          new PoolSample.Stops(0, 0));

  private final VirtualClock clock = new VirtualClock();
  private final FakeSource source = new FakeSource();

  private final class FakeSource implements CarrierWatch.Source {
    Reading<Optional<PoolSample>> look = Reading.of(Optional.of(NOTHING));
    boolean loaded = true;
    long readNs;
    int finds;
    int searches;
    long onCpuNs = 1;
    Reading<List<Long>> tids = Reading.of(List.of(1L, 2L));
    final Map<Long, ThreadState> states = new HashMap<>();

    @Override
    public Reading<ThreadState> stateOf(long tid) {
      return Reading.of(states.getOrDefault(tid, ThreadState.ASLEEP));
    }

    @Override
    public Reading<Long> onCpuNs(long tid) {
      return Reading.of(onCpuNs);
    }

    @Override
    public Reading<List<Long>> carrierTids() {
      searches++;
      return tids;
    }

    @Override
    public boolean isRecent() {
      return true;
    }

    @Override
    public Reading<Optional<PoolSampler>> carriers() {
      finds++;
      return Reading.of(loaded ? Optional.of(this::read) : Optional.empty());
    }

    private Reading<Optional<PoolSample>> read() {
      clock.await(readNs);
      return look;
    }
  }

  private CarrierWatch watch() {
    return new CarrierWatch(Reading.of(source), clock);
  }

  /** Work is queued at least from the end of the first sample to the beginning of the last. */
  @Test
  void shouldUnderstateASpellBetweenLooksThatAreSlow() {
    source.readNs = 5 * MS;
    source.look = Reading.of(Optional.of(ASLEEP));
    CarrierWatch watch = watch();
    watch.seldom();
    clock.await(2 * MS);
    watch.look();
    clock.await(2 * MS);
    watch.look();

    ParkedIntervals.Result seen = watch.end().orElseThrow();
    assertThat(seen.longestNs()).isEqualTo(2 * MS);
    assertThat(seen.parkedNs()).isEqualTo(2 * MS);
    assertThat(seen.watchedNs()).isEqualTo(19 * MS);
  }

  private ParkedIntervals.Result seenAsleep(int looks) {
    source.look = Reading.of(Optional.of(ASLEEP));
    CarrierWatch watch = watch();
    watch.seldom();
    for (int i = 0; i < looks; i++) {
      clock.await(2 * MS);
      watch.look();
    }
    return watch.end().orElseThrow();
  }

  /** The pool does not identify its sleeping threads. One was woken, and has no CPU yet. */
  @Test
  void shouldNotAccuseAPoolOfWhichAThreadWaitsForACpu() {
    source.states.put(2L, ThreadState.RUNNABLE);
    assertThat(seenAsleep(20).intervals()).isZero();
  }

  @Test
  void shouldNotAccuseAPoolOfWhichAThreadIsStoppedOrWaitsForMemory() {
    source.states.put(2L, ThreadState.STOPPED);
    assertThat(seenAsleep(20).intervals()).isZero();
    source.states.put(2L, ThreadState.BLOCKED);
    assertThat(seenAsleep(20).intervals()).isZero();
  }

  /** One is busy with other work, another sleeps. */
  @Test
  void shouldFindASleepBesideAThreadThatRuns() {
    source.states.put(2L, ThreadState.RUNNABLE);
    source.look = Reading.of(Optional.of(ASLEEP));
    CarrierWatch watch = watch();
    watch.seldom();
    for (int i = 0; i < 10; i++) {
      clock.await(2 * MS);
      source.onCpuNs += 2 * MS;
      watch.look();
    }
    assertThat(watch.end().orElseThrow().intervals()).isEqualTo(1);
  }

  @Test
  void shouldLookForThreadsThatItDoesNotKnow() {
    source.tids = Reading.of(List.of(1L));
    source.look = Reading.of(Optional.of(ASLEEP));
    CarrierWatch watch = watch();
    watch.seldom();
    for (int i = 0; i < 60; i++) {
      clock.await(2 * MS);
      watch.look();
    }
    assertThat(source.searches).isEqualTo(2);
    source.tids = Reading.of(List.of(1L, 2L));
    for (int i = 0; i < 100; i++) {
      clock.await(2 * MS);
      watch.look();
    }
    assertThat(source.searches).isEqualTo(3);
    assertThat(watch.end().orElseThrow().intervals()).isEqualTo(1);
  }

  @Test
  void shouldSayWhyItDoesNotKnowTheThreads() {
    source.tids = Reading.unavailable(new JvmReason.PoolMoved());
    source.look = Reading.of(Optional.of(ASLEEP));
    CarrierWatch watch = watch();
    watch.seldom();
    assertThat(watch.limits())
        .containsExactly(
            new ExaminationReason.NotExamined(
                Examined.CARRIER_THREADS, "", new JvmReason.PoolMoved()));
  }

  @Test
  void shouldMakeNoSpellOfTheTimeThatItReads() {
    source.readNs = 5 * MS;
    source.look = Reading.of(Optional.of(ASLEEP));
    CarrierWatch watch = watch();
    watch.look();
    clock.await(MS / 2);
    watch.look();
    assertThat(watch.end().orElseThrow().intervals()).isZero();
  }

  @Test
  void shouldSeeVirtualThreadsThatBeginLate() {
    source.loaded = false;
    CarrierWatch watch = watch();
    for (int i = 0; i < 10; i++) {
      watch.seldom();
    }
    assertThat(watch.nothing()).contains("no virtual thread was started");
    source.loaded = true;
    watch.seldom();
    assertThat(watch.isWorthwhile()).isTrue();
    assertThat(watch.end().orElseThrow().parallelism()).isEqualTo(2);
    int finds = source.finds;
    watch.seldom();
    assertThat(source.finds).isEqualTo(finds);
  }

  @Test
  void shouldSayWhyItCouldNotLook() {
    CarrierWatch watch = new CarrierWatch(Reading.unavailable(new JvmReason.FlagsUnknown()), clock);
    watch.look();
    watch.seldom();
    assertThat(watch.end()).isEmpty();
    assertThat(watch.limits())
        .containsExactly(
            new ExaminationReason.NotExamined(
                Examined.SLEEPING_CARRIERS, "", new JvmReason.FlagsUnknown()));
  }

  @Test
  void shouldKnowHowManyCarriersThereWereThoughTheLastLookFailed() {
    source.look = Reading.of(Optional.of(ASLEEP));
    CarrierWatch watch = watch();
    watch.look();
    source.look = Reading.unavailable(new JvmReason.PoolMoved());
    watch.look();
    assertThat(watch.end().orElseThrow().parallelism()).isEqualTo(2);
  }
}
