package dev.foliot.diagnose.sharing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class DispersionTest {
  private static final long MS = 1_000_000;

  private static boolean isSteady(long... counts) {
    Traffic.Dispersion dispersion = new Traffic.Dispersion();
    for (long count : counts) {
      dispersion.add(count, 5 * MS);
    }
    return dispersion.isSteady();
  }

  @Test
  void shouldTakeWhatKeepsTimeForSteady() {
    assertThat(isSteady(15, 15, 15)).isTrue();
    assertThat(isSteady(49, 50, 50, 51)).isTrue();
  }

  @Test
  void shouldNotTakeBurstsForSteady() {
    assertThat(isSteady(0, 0, 0, 50, 50)).isFalse();
    assertThat(isSteady(50, 40, 20)).isFalse();
    assertThat(isSteady(40, 0, 40, 0, 40, 0)).isFalse();
  }

  @Test
  void shouldKnowNothingOfFewWindowsOrNone() {
    assertThat(isSteady()).isFalse();
    assertThat(isSteady(50)).isFalse();
    assertThat(isSteady(50, 50)).isFalse();
    assertThat(isSteady(0, 0, 0, 0)).isFalse();
  }

  /** A shorter window has fewer hits at the same rate. */
  @Test
  void shouldExpectOfEachWindowByItsLength() {
    Traffic.Dispersion same = new Traffic.Dispersion();
    Traffic.Dispersion other = new Traffic.Dispersion();
    for (int i = 0; i < 4; i++) {
      same.add(40, 5 * MS);
      other.add(40, 5 * MS);
    }
    same.add(8, MS);
    other.add(40, MS);
    other.add(40, 0);
    assertThat(same.isSteady()).isTrue();
    assertThat(other.isSteady()).isFalse();
  }

  /** The test rejects by definition 1 in 100 Poisson counts at a constant rate. */
  @Test
  void shouldSeldomRefuseASteadyRate() {
    SplittableRandom random = new SplittableRandom(20_261_125);
    int refused = 0;
    int refusedOfTwoRates = 0;
    for (int i = 0; i < 10_000; i++) {
      Traffic.Dispersion steady = new Traffic.Dispersion();
      Traffic.Dispersion changing = new Traffic.Dispersion();
      for (int window = 0; window < 12; window++) {
        steady.add(poisson(random, 20), 5 * MS);
        changing.add(poisson(random, window < 6 ? 10 : 30), 5 * MS);
      }
      refused += steady.isSteady() ? 0 : 1;
      refusedOfTwoRates += changing.isSteady() ? 0 : 1;
    }
    assertThat(refused).isBetween(50, 200);
    assertThat(refusedOfTwoRates).isGreaterThan(9_900);
  }

  private static long poisson(SplittableRandom random, double expected) {
    long count = 0;
    for (double at = -Math.log1p(-random.nextDouble());
        at < expected;
        at -= Math.log1p(-random.nextDouble())) {
      count++;
    }
    return count;
  }
}
