package dev.foliot.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WaitPlanTest {
  private static final List<String> RATES = List.of("1/h", "999/s", "1k/s", "40k/s", "10M/s");

  @Test
  void shouldLeaveOneGrantedCpuFreeOfSpinningThreads() {
    for (int cpus = 1; cpus <= 64; cpus++) {
      for (int producers = 1; producers <= 64; producers++) {
        for (WaitMode mode : WaitMode.values()) {
          for (String rate : RATES) {
            WaitPlan plan = plan(rate, producers, mode, cpus);
            int spinning = plan.producersSpin() ? producers : 0;
            spinning += plan.pauseMeterSpins() ? 1 : 0;
            assertThat(spinning)
                .as("%d producers at %s, %s, on %d CPUs", producers, rate, mode, cpus)
                .isLessThanOrEqualTo(cpus - 1);
          }
        }
      }
    }
  }

  @Test
  void shouldParkOnOneCpuEvenWhenToldToSpinAndSaySo() {
    WaitPlan plan = plan("40k/s", 1, WaitMode.SPIN, 1);
    assertThat(plan.producerMode()).isEqualTo("park");
    assertThat(plan.notes()).anySatisfy(note -> assertThat(note).contains("producers park"));
  }

  @Test
  void shouldSpinAtHighRatesAndParkFirstAtLowOnes() {
    assertThat(plan("40k/s", 1, WaitMode.AUTO, 2).producerMode()).isEqualTo("spin");
    assertThat(plan("10/s", 1, WaitMode.AUTO, 2).producerMode()).isEqualTo("park then spin");
    // four producers of 1k/s have a message every 4 ms each
    assertThat(plan("1k/s", 4, WaitMode.AUTO, 8).producerMode()).isEqualTo("park then spin");
    assertThat(plan("10/s", 1, WaitMode.SPIN, 2).producerMode()).isEqualTo("spin");
    assertThat(plan("40k/s", 1, WaitMode.PARK, 2).producerMode()).isEqualTo("park then spin");
  }

  @Test
  void shouldLetThePauseMeterSpinOnlyWhereTheTaskHasTwoCpusLeft() {
    assertThat(plan("40k/s", 1, WaitMode.SPIN, 3).pauseMeterSpins()).isFalse();
    assertThat(plan("40k/s", 1, WaitMode.SPIN, 4).pauseMeterSpins()).isTrue();
    assertThat(plan("40k/s", 1, WaitMode.SPIN, 2).notes())
        .anySatisfy(note -> assertThat(note).contains("pause meter sleeps"));
    assertThat(plan("40k/s", 1, WaitMode.SPIN, 8).notes()).isEmpty();
  }

  @Test
  void shouldLetThePauseMeterSpinOrSleepWhereTheUserSaysSo() {
    WaitPlan spins = plan("40k/s", 2, Jitter.Mode.SPIN);
    assertThat(spins.pauseMeterSpins()).isTrue();
    assertThat(spins.producerMode()).isEqualTo("spin");
    assertThat(spins.notes()).anySatisfy(note -> assertThat(note).contains("--jitter spin"));
    assertThat(plan("40k/s", 1, Jitter.Mode.SPIN).pauseMeterSpins()).isFalse();
    assertThat(plan("40k/s", 8, Jitter.Mode.SPIN).notes()).isEmpty();
    assertThat(plan("40k/s", 8, Jitter.Mode.SLEEP).pauseMeterSpins()).isFalse();
  }

  private static WaitPlan plan(String rate, int cpus, Jitter.Mode jitter) {
    return WaitPlan.of(
        BenchConfig.DEFAULT.with(Map.of("rate", rate, "jitter", jitter.toString())), cpus);
  }

  @Test
  void shouldReturnFromEveryKindOfWait() {
    for (int cpus : new int[] {1, 2}) {
      for (WaitMode mode : WaitMode.values()) {
        Wait wait = plan("40k/s", 1, mode, cpus).producerWait();
        for (long remainingNs : new long[] {1, 1_000, 199_999, 200_001, 300_000}) {
          wait.pause(remainingNs);
        }
      }
    }
  }

  private static WaitPlan plan(String rate, int producers, WaitMode mode, int cpus) {
    BenchConfig config =
        BenchConfig.DEFAULT.with(
            Map.of("rate", rate, "producers", "" + producers, "waitMode", mode.toString()));
    return WaitPlan.of(config, cpus);
  }
}
