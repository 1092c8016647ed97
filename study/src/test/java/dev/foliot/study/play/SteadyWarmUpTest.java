package dev.foliot.study.play;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.load.LiveSample;
import dev.foliot.store.series.LoadInterval;
import java.util.Map;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

/** Samples of half a second; a throughput is what a half second answers. */
class SteadyWarmUpTest {
  private static final int NEVER = 240;
  private static final long SEED = 20261130;

  /** After how many samples it is over; NEVER where it is not within two minutes. */
  private static int samples(IntToDoubleFunction perSample) {
    Random random = new Random(SEED);
    SteadyWarmUp warmUp = new SteadyWarmUp();
    for (int i = 0; i < NEVER; i++) {
      warmUp.add(sample(500, perSample.applyAsDouble(i) * (1 + 0.01 * random.nextGaussian())));
      if (warmUp.isSteady()) {
        return i + 1;
      }
    }
    return NEVER;
  }

  private static LiveSample sample(double ms, double answers) {
    return new LiveSample(
        0,
        0,
        ms,
        new LoadInterval.Counts(0, Math.round(answers), 0, 0, 0),
        new LiveSample.Times(0, 0, 0, 0),
        Map.of());
  }

  @Test
  void shouldEndAfterTenSecondsWhereThroughputIsSteadyAtOnce() {
    assertThat(samples(i -> 400)).isEqualTo(20);
  }

  /** A JVM that compiles for 12 s: the end is found some seconds later, and not before. */
  @Test
  void shouldWaitUntilThroughputRisesNoMore() {
    assertThat(samples(i -> 100 + 300 * Math.min(1, i / 24.0))).isBetween(30, 60);
  }

  @Test
  void shouldNotEndWhileThroughputChanges() {
    assertThat(samples(i -> 100 * Math.pow(1.02, i))).isEqualTo(NEVER);
  }

  /** The first sample of a load is short, and has few answers. */
  @Test
  void shouldLeaveOutWhatIsTooShort() {
    SteadyWarmUp warmUp = new SteadyWarmUp();
    for (int i = 0; i < 19; i++) {
      warmUp.add(sample(500, 400));
    }
    warmUp.add(sample(20, 0));

    assertThat(warmUp.isSteady()).isFalse();
  }
}
