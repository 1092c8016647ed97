package dev.foliot.judgement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.bench.Measurement;
import dev.foliot.store.WarmUpRecord;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SteadyStateTest {
  private static final int COUNT = 10_000;
  private static final long US = 1_000;

  @Test
  void shouldFindAForkSteadyWhoseServiceTimeStays() {
    WarmUpRecord warmUp = SteadyState.of(noisy(20 * US, COUNT, 20 * US), 0);

    assertThat(warmUp).isNotNull();
    assertThat(warmUp.steadiness()).isEqualTo("steady");
    assertThat(warmUp.steadyFromMs()).isZero();
  }

  @Test
  void shouldFindAForkThatNeverWasSteady() {
    WarmUpRecord warmUp = SteadyState.of(noisy(20 * US, 9 * COUNT / 10, 60 * US), 0);

    assertThat(warmUp).isNotNull();
    assertThat(warmUp.steadiness()).isEqualTo("never steady");
    assertThat(warmUp.steadyFromMs()).isNull();
  }

  @Test
  void shouldSayWhenAForkBecameFaster() {
    WarmUpRecord warmUp = SteadyState.of(noisy(40 * US, 3 * COUNT / 10, 20 * US), 0);

    assertThat(warmUp).isNotNull();
    assertThat(warmUp.steadiness()).isEqualTo("warming");
    assertThat(Objects.requireNonNull(warmUp.steadyFromMs())).isBetween(2_800.0, 3_200.0);
  }

  @Test
  void shouldNotJudgeAForkWithoutMessages() {
    assertThat(SteadyState.of(Measured.messages(0, US).build(), 0)).isNull();
  }

  /** Builds stretches with 5 % of noise: one level before a message, another from it on. */
  private static Measurement noisy(long beforeNs, int until, long afterNs) {
    SplittableRandom random = new SplittableRandom(7);
    Measured measured = Measured.messages(COUNT, US);
    for (int i = 0; i < COUNT; i++) {
      long levelNs = i < until ? beforeNs : afterNs;
      measured.service(i, levelNs + random.nextLong(levelNs / 20));
    }
    return measured.build();
  }
}
