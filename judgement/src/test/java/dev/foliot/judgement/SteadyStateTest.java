package dev.foliot.judgement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.bench.Measurement;
import dev.foliot.store.WarmUpRecord;
import dev.foliot.store.study.StudyInterval;
import java.util.ArrayList;
import java.util.List;
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

  /** A JVM on one CPU, which compiles for 8 seconds: 1,500 requests a second, then 8,100. */
  @Test
  void shouldSeeThatAServiceStillCompilesUnderItsLoad() {
    List<StudyInterval> soon = rising(1_500, 4_000, 80);
    List<StudyInterval> late = rising(14_000, 16_500, 80);

    WarmUpRecord early = Objects.requireNonNull(SteadyState.ofThroughput(soon, 2_500));
    WarmUpRecord warm = Objects.requireNonNull(SteadyState.ofThroughput(late, 2_500));

    assertThat(SteadyState.holds(early, 2_500)).isFalse();
    assertThat(SteadyState.holds(warm, 2_500)).isTrue();
    assertThat(warm.steadiness()).isEqualTo("warming");
    assertThat(Objects.requireNonNull(warm.steadyFromMs())).isBetween(-9_000.0, -5_000.0);
  }

  /** A busy machine ends one interval late, and the next one is short. */
  @Test
  void shouldJudgeAClosedLoopWhoseIntervalsDiffer() {
    List<StudyInterval> all = rising(14_000, 16_500, 80);
    all.set(30, StudyInterval.counted(-11_000_000_000L, -10_710_000_000L, 1_000, 32));
    all.set(31, StudyInterval.counted(-10_710_000_000L, -10_700_000_000L, 1, 32));

    WarmUpRecord warm = Objects.requireNonNull(SteadyState.ofThroughput(all, 2_500));

    assertThat(SteadyState.holds(warm, 2_500)).isTrue();
  }

  @Test
  void shouldNotJudgeAClosedLoopByTooFewIntervals() {
    assertThat(SteadyState.ofThroughput(rising(500, 1_500, 80), 1_000)).isNull();
    assertThat(SteadyState.ofThroughput(List.of(), 1_000)).isNull();
  }

  /**
   * Intervals of 100 ms with some noise.
   *
   * @param warmUpMs from the start of the service to that of the load
   * @param allMs to the end of the load
   * @param warmAt the number of intervals after which it is warm
   */
  private static List<StudyInterval> rising(int warmUpMs, int allMs, int warmAt) {
    SplittableRandom random = new SplittableRandom(7);
    List<StudyInterval> intervals = new ArrayList<>();
    for (int i = 0; i < allMs / 100; i++) {
      double perS = 1_500 + 6_600 * Math.min(1, (double) i / warmAt);
      long ok = Math.round(perS / 10 * (1 + (random.nextDouble() - 0.5) / 20));
      long fromNs = (i * 100L - warmUpMs) * 1_000_000;
      intervals.add(StudyInterval.counted(fromNs, fromNs + 100_000_000, ok, 32));
    }
    return intervals;
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
