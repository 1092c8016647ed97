package dev.foliot.diagnose.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.diagnose.hotspot.PoolLook;
import dev.foliot.diagnose.hotspot.PoolQueues;
import dev.foliot.linux.Reading;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Looks that take time of their own, in a time of the test. */
class CarrierWatchTest {
  private static final long MS = 1_000_000;
  private static final PoolLook ASLEEP =
      new PoolLook(2, 1, 2, true, List.of(), Map.of(3, 7L), 7, 1, 0, 0);
  private static final PoolLook NOTHING =
      new PoolLook(2, 0, 2, true, List.of(), Map.of(), 7, 0, 0, 0);

  private final VirtualClock clock = new VirtualClock();
  private final FakeSource source = new FakeSource();

  private final class FakeSource implements CarrierWatch.Source {
    Reading<Optional<PoolLook>> look = Reading.of(Optional.of(NOTHING));
    boolean loaded = true;
    long readNs;
    int finds;

    @Override
    public boolean isRecent() {
      return true;
    }

    @Override
    public Reading<Optional<PoolQueues>> carriers() {
      finds++;
      return Reading.of(loaded ? Optional.of(this::read) : Optional.empty());
    }

    private Reading<Optional<PoolLook>> read() {
      clock.await(readNs);
      return look;
    }
  }

  private CarrierWatch watch() {
    return new CarrierWatch(Reading.of(source), clock);
  }

  /** Work is queued from the end of the first look on, and until the last begins, at least. */
  @Test
  void shouldUnderstateASpellBetweenLooksThatAreSlow() {
    source.readNs = 5 * MS;
    source.look = Reading.of(Optional.of(ASLEEP));
    CarrierWatch watch = watch();
    watch.look();
    clock.await(2 * MS);
    watch.look();

    ParkedSpells.Seen seen = watch.end().orElseThrow();
    assertThat(seen.longestNs()).isEqualTo(2 * MS);
    assertThat(seen.parkedNs()).isEqualTo(2 * MS);
    assertThat(seen.watchedNs()).isEqualTo(12 * MS);
  }

  @Test
  void shouldMakeNoSpellOfTheTimeThatItReads() {
    source.readNs = 5 * MS;
    source.look = Reading.of(Optional.of(ASLEEP));
    CarrierWatch watch = watch();
    watch.look();
    clock.await(MS / 2);
    watch.look();
    assertThat(watch.end().orElseThrow().spells()).isZero();
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
    CarrierWatch watch = new CarrierWatch(Reading.unavailable("closed", "be root"), clock);
    watch.look();
    watch.seldom();
    assertThat(watch.end()).isEmpty();
    assertThat(watch.couldNot()).singleElement().asString().endsWith("queued: closed (be root)");
  }

  @Test
  void shouldKnowHowManyCarriersThereWereThoughTheLastLookFailed() {
    source.look = Reading.of(Optional.of(ASLEEP));
    CarrierWatch watch = watch();
    watch.look();
    source.look = Reading.unavailable("it is being moved", "look again");
    watch.look();
    assertThat(watch.end().orElseThrow().parallelism()).isEqualTo(2);
  }
}
