package dev.foliot.diagnose.sharing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.foliot.linux.memory.TargetMemory;
import dev.foliot.store.diagnosis.WriteRate;
import dev.foliot.store.diagnosis.WriteRate.Bound;
import java.util.BitSet;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class FlipCountTest {
  private static final long LOOK_NS = 3_000;

  /** Values that jump at random moments, sampled every 3 us, at a known rate. */
  @ParameterizedTest
  @CsvSource({"2, 1_000", "2, 20_000", "2, 90_000", "4, 20_000", "4, 80_000"})
  void shouldEstimateARateThatLooksCanFollow(int values, String perS) {
    double truth = Double.parseDouble(perS.replace("_", ""));
    WriteRate rate = looked(values, truth, 200_000).rate();
    assertThat(rate.bound()).isEqualTo(Bound.ESTIMATE);
    assertThat(rate.perS()).isCloseTo(truth, within(truth * 0.1));
  }

  @Test
  void shouldOnlyBoundARateThatIsFasterThanTheLooks() {
    WriteRate rate = looked(2, 20_000_000, 10_000).rate();
    assertThat(rate.bound()).isEqualTo(Bound.AT_LEAST);
    assertThat(rate.perS()).isBetween(100_000.0, 20_000_000.0);
  }

  /** A writer with a CPU in one of ten bursts: on average it looks slow enough to count. */
  @Test
  void shouldOnlyBoundARateThatIsFasterThanTheLooksNowAndThen() {
    FlipCount.Counter flips = new FlipCount.Counter(1);
    long now = 0;
    for (int burst = 0; burst < 100; burst++) {
      for (int i = 0; i < 100; i++) {
        now += LOOK_NS;
        flips.look(now, words(true, burst % 10 == 0 ? 8 + 8 * (i % 2) : 8));
      }
      flips.pause();
      now += 20_000_000;
    }
    assertThat(flips.count(0).rate().bound()).isEqualTo(Bound.AT_LEAST);
  }

  @Test
  void shouldKnowNothingWithoutLooks() {
    assertThat(FlipCount.NONE.rate()).isEqualTo(new WriteRate(0, Bound.AT_LEAST));
  }

  @Test
  void shouldNotCompareAcrossPauses() {
    FlipCount.Counter flips = new FlipCount.Counter(1);
    flips.look(0, words(true, 8));
    flips.pause();
    flips.look(1_000_000, words(true, 16));
    flips.look(1_003_000, words(true, 16));
    assertThat(flips.count(0)).isEqualTo(new FlipCount(1, 0, 3_000, 2, false));
    assertThat(flips.samples(0)).isEqualTo(Map.of(8L, 1, 16L, 2));
  }

  @Test
  void shouldPassOverAWordThatCannotBeRead() {
    FlipCount.Counter flips = new FlipCount.Counter(1);
    flips.look(0, words(true, 8));
    flips.look(1_000, words(false, 0));
    flips.look(2_000, words(true, 16));
    assertThat(flips.count(0).pairs()).isZero();
  }

  private static FlipCount looked(int values, double perS, int looks) {
    SplittableRandom random = new SplittableRandom(42);
    FlipCount.Counter flips = new FlipCount.Counter(1);
    long value = 1;
    double next = wait(random, perS);
    for (int i = 0; i < looks; i++) {
      long now = i * LOOK_NS;
      while (next <= now) {
        value = 1 + (value - 1 + 1 + random.nextInt(values - 1)) % values;
        next += wait(random, perS);
      }
      flips.look(now, words(true, value));
    }
    return flips.count(0);
  }

  private static double wait(SplittableRandom random, double perS) {
    return -Math.log1p(-random.nextDouble()) * 1e9 / perS;
  }

  static TargetMemory.Words words(boolean present, long... values) {
    BitSet set = new BitSet();
    set.set(0, values.length, present);
    return new TargetMemory.Words(values, set);
  }
}
