package dev.foliot.pool;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SamplingTest {
  private static final int NUMBERS = 100_000;

  /** Low bits would select all tasks or none when numbers go in steps of two. */
  @Test
  void shouldTakeItsShareByWhateverStepsTheNumbersGo() {
    for (int stride = 1; stride <= Sampling.MOST_STRIDE; stride *= 2) {
      for (int step : new int[] {1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 32, 64, 128}) {
        for (int from : new int[] {0, 1, 37, Integer.MAX_VALUE - 1_000}) {
          int taken = 0;
          for (int i = 0; i < NUMBERS; i++) {
            taken += Sampling.takes(from + i * step, stride - 1) ? 1 : 0;
          }
          assertThat(taken)
              .as("one in %d of every %dth from %d on", stride, step, from)
              .isBetween(NUMBERS / stride * 8 / 10, NUMBERS / stride * 12 / 10 + 1);
        }
      }
    }
  }
}
