package dev.foliot.checks.peers.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

final class RatioTest {
  private static final double NONE = Double.NaN;

  @Test
  void shouldReachFromTheLeastToTheMostOfSixRounds() {
    Ratio ratio =
        Ratio.of(
            new double[] {99, 98, 102, 101, 100, 97}, new double[] {100, 100, 100, 100, 100, 100});

    assertThat(ratio.estimate()).isCloseTo(0.995, within(1e-9));
    assertThat(ratio.range().low()).isCloseTo(0.97, within(1e-9));
    assertThat(ratio.range().high()).isCloseTo(1.02, within(1e-9));
    assertThat(ratio.verdict()).isEqualTo("met");
    assertThat(ratio.words()).isEqualTo("0.995 (0.970 to 1.020)");
  }

  @Test
  void shouldPairTheRoundsSoThatADisturbedRoundDisturbsBoth() {
    double[] fixed = {100, 50, 100, 80, 100, 10};
    double[] ours = {99, 49.5, 99, 79.2, 99, 9.9};

    assertThat(Ratio.of(ours, fixed).range().low()).isCloseTo(0.99, within(1e-6));
  }

  @Test
  void shouldMissTheBarByItsLowerEndAlone() {
    double[] fixed = {1, 1, 1, 1, 1, 1};

    assertThat(Ratio.of(new double[] {1, 1, 1, 1, 1, 0.949}, fixed).verdict()).isEqualTo("MISSED");
    assertThat(Ratio.of(new double[] {1, 1, 1, 1, 1, 0.95}, fixed).verdict()).isEqualTo("met");
  }

  @Test
  void shouldLeaveOneBadRoundOutOfNine() {
    double[] fixed = {1, 1, 1, 1, 1, 1, 1, 1, 1};

    assertThat(Ratio.of(new double[] {1, 1, 1, 0.5, 1, 1, 1, 1, 1}, fixed).verdict())
        .isEqualTo("met");
    assertThat(Ratio.of(new double[] {1, 1, 1, 0.5, 0.5, 1, 1, 1, 1}, fixed).verdict())
        .isEqualTo("MISSED");
  }

  @Test
  void shouldNotDecideWithFewerThanSixRounds() {
    Ratio ratio = Ratio.of(new double[] {2, 2, NONE, 2, 2, 2}, new double[] {1, 1, 1, 1, 1, 1});

    assertThat(ratio.rounds()).isEqualTo(5);
    assertThat(ratio.verdict()).isEqualTo("not decided (5 of the 6 rounds that it needs)");
    assertThat(ratio.words()).isEqualTo("2.000");
  }

  @Test
  void shouldSayThatNothingRan() {
    Ratio ratio = Ratio.of(new double[] {NONE}, new double[] {1});

    assertThat(ratio.verdict()).isEqualTo("not run");
    assertThat(ratio.words()).isEqualTo("-");
  }

  @Test
  void shouldCoverTheTrueRatioInAtLeastNineteenOfTwentyComparisons() {
    RandomGenerator random = new Random(20261121);
    int covered = 0;
    for (int i = 0; i < 2000; i++) {
      double[] ours = new double[6];
      double[] fixed = new double[6];
      for (int round = 0; round < 6; round++) {
        fixed[round] = Math.exp(random.nextGaussian());
        ours[round] = fixed[round] * Math.exp(0.05 * random.nextGaussian());
      }
      covered += Ratio.of(ours, fixed).range().contains(1) ? 1 : 0;
    }

    // 1 - 2 / 64 of 2000 is 1937; four standard deviations below
    assertThat(covered).isGreaterThan(1906);
  }
}
