package dev.foliot.checks.peers.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.List;
import org.junit.jupiter.api.Test;

final class SamplesTest {
  private static final long MS = 1_000_000;

  @Test
  void shouldSeeTheFullThroughputInTheFirstSecondThatHasIt() {
    Samples samples = new Samples();
    long reachedAtMs = 0;
    // 10 a second at first, 1500 a second from the third second on
    for (long ms = 0; ms <= 5000 && reachedAtMs == 0; ms += 10) {
      long completed = ms < 2000 ? ms / 100 : 20 + (ms - 2000) * 3 / 2;
      samples.add(new Sample(ms * MS, completed, 0, 0));
      reachedAtMs = samples.reached(1425) ? ms : 0;
    }

    // 950 ms of it are enough for 95 %; the time before adds half a task
    assertThat(reachedAtMs).isBetween(2940L, 2960L);
  }

  @Test
  void shouldNotBeWrongByAWaveWhereverTheTimeBegins() {
    for (long phaseMs = 0; phaseMs < 200; phaseMs++) {
      Samples samples = new Samples();
      for (long ms = 0; ms <= 4000; ms += 10) {
        samples.add(new Sample(ms * MS, (ms + phaseMs) * 1000 / 200_300 * 300, 300, 300));
      }

      // a count would be off by up to 5 %
      assertThat(samples.perSecond(0)).isCloseTo(300 / 0.2003, withinPercentage(0.7));
    }
  }

  @Test
  void shouldGiveMedianAndMost() {
    Samples samples = new Samples();
    samples.add(new Sample(0, 0, 900, 5));
    samples.add(new Sample(10, 0, 12, 7));
    samples.add(new Sample(20, 0, 14, 9));

    assertThat(samples.most(Sample::running)).isEqualTo(900);
    assertThat(samples.median(10, Sample::running)).hasValue(13);
    assertThat(samples.median(0, Sample::threads)).hasValue(7);
    assertThat(samples.median(30, Sample::threads)).isEmpty();
  }

  @Test
  void shouldCountAsBusyWhatIsNeitherIdleNorWaitsForADisk() {
    assertThat(CpuUse.busyNs("cpu  1 2 4 1000 2000 8 16 32 64 128")).isEqualTo(63 * 1e7);
  }

  @Test
  void shouldReadWhatAPeerTells() {
    HarnessResult told =
        HarnessResult.of(
            List.of("noise", "peer-figure 1 SECONDS 1.5", "peer-note gave up", "peer-figures"), 2);

    assertThat(told.figure(1, Figure.SECONDS)).isEqualTo(1.5);
    assertThat(told.figure(0, Figure.SECONDS)).isNaN();
    assertThat(told.notes()).containsExactly("gave up");
  }
}
